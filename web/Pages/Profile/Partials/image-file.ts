import type { Crop } from './crop-geometry.ts'

/** Uploads are downscaled to this size: about 250 kB as JPEG. */
const maxSidePx = 2048
const maxOriginalBytes = 1024 * 1024
const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp']

/** @returns null if the browser cannot decode the file as an image */
export async function openImage(file: File): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return image
  } catch {
    closeImage(image)
    return null
  }
}

export function closeImage(image: HTMLImageElement): void {
  URL.revokeObjectURL(image.src)
}

/** Returns the fields of the upload. Large files are downscaled to save time; the server re-encodes them anyway. */
export async function cropFormFields(file: File, image: HTMLImageElement, crop: Crop) {
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  const canSendOriginal =
    scale === 1 && file.size <= maxOriginalBytes && acceptedTypes.includes(file.type)
  const downscaled = canSendOriginal ? null : await downscaleToJpeg(image, scale)
  const cropScale = downscaled ? scale : 1
  return {
    photo: downscaled ?? file,
    crop_x: Math.round(crop.x * cropScale),
    crop_y: Math.round(crop.y * cropScale),
    crop_size: Math.round(crop.size * cropScale),
  }
}

async function downscaleToJpeg(image: HTMLImageElement, scale: number): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.9),
  )
  return blob && new File([blob], 'photo.jpg', { type: blob.type })
}

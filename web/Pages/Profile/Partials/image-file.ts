import type { Crop } from './crop.ts'

/** What is sent is at most this wide or high: a quarter of a megabyte also over a slow line. */
const maxSidePx = 2048
const maxOriginalBytes = 1024 * 1024
const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp']

/** @returns null when this browser cannot show the file as a picture */
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

/** The file with its square, made smaller here where that spares the person waiting. The server makes it anew anyway. */
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
  // JPEG knows no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.9),
  )
  return blob && new File([blob], 'photo.jpg', { type: blob.type })
}

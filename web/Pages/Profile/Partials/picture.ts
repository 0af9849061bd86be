import type { Crop } from './crop.ts'

/** What is sent is at most this wide or high: a quarter of a megabyte also over a slow line. */
const longestSide = 2048
const smallEnough = 1024 * 1024
const sendable = ['image/jpeg', 'image/png', 'image/webp']

/** @returns null when this browser cannot show the file as a picture */
export async function openPicture(file: File): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
    return image
  } catch {
    closePicture(image)
    return null
  }
}

export function closePicture(image: HTMLImageElement): void {
  URL.revokeObjectURL(image.src)
}

/** The file with its square, made smaller here where that spares the person waiting. The server makes it anew anyway. */
export async function fieldsFor(file: File, image: HTMLImageElement, crop: Crop) {
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const isFine = scale === 1 && file.size <= smallEnough && sendable.includes(file.type)
  const smaller = isFine ? null : await redrawn(image, scale)
  const by = smaller ? scale : 1
  return {
    photo: smaller ?? file,
    crop_x: Math.round(crop.x * by),
    crop_y: Math.round(crop.y * by),
    crop_size: Math.round(crop.size * by),
  }
}

async function redrawn(image: HTMLImageElement, scale: number): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  // JPEG knows no transparency.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take, 'image/jpeg', 0.9))
  return blob && new File([blob], 'photo.jpg', { type: blob.type })
}

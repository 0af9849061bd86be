/** Size in image pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** The square cut from an image, in image pixels. */
export interface Crop {
  x: number
  y: number
  size: number
}

/** Side in image pixels; a smaller crop would be upscaled. */
const minCropSize = 128

export function centerCrop({ width, height }: ImageSize): Crop {
  const size = Math.min(width, height)
  return { x: (width - size) / 2, y: (height - size) / 2, size }
}

/** Returns the highest zoom level; 1 if the image is too small to zoom. */
export function maxZoom(imageSize: ImageSize): number {
  return Math.max(1, Math.min(8, Math.min(imageSize.width, imageSize.height) / minCropSize))
}

export function zoomLevel(crop: Crop, { width, height }: ImageSize): number {
  return Math.min(width, height) / crop.size
}

export function panCrop(crop: Crop, dx: number, dy: number, { width, height }: ImageSize): Crop {
  return {
    size: crop.size,
    x: clamp(crop.x + dx, 0, width - crop.size),
    y: clamp(crop.y + dy, 0, height - crop.size),
  }
}

/** Zooms around the center of the crop, clamped to the image. */
export function zoomCrop(crop: Crop, zoom: number, imageSize: ImageSize): Crop {
  const fullSize = Math.min(imageSize.width, imageSize.height)
  const size = fullSize / clamp(zoom, 1, maxZoom(imageSize))
  const offset = (crop.size - size) / 2
  return panCrop({ x: crop.x + offset, y: crop.y + offset, size }, 0, 0, imageSize)
}

/** Returns the crop after a key press, or null for a key without meaning here. */
export function cropForKey(
  crop: Crop,
  key: string,
  isLargeStep: boolean,
  imageSize: ImageSize,
): Crop | null {
  const step = crop.size / (isLargeStep ? 4 : 20)
  const zoom = zoomLevel(crop, imageSize)
  switch (key) {
    case 'ArrowLeft':
      return panCrop(crop, -step, 0, imageSize)
    case 'ArrowRight':
      return panCrop(crop, step, 0, imageSize)
    case 'ArrowUp':
      return panCrop(crop, 0, -step, imageSize)
    case 'ArrowDown':
      return panCrop(crop, 0, step, imageSize)
    case '+':
    case '=':
      return zoomCrop(crop, zoom * 1.1, imageSize)
    case '-':
      return zoomCrop(crop, zoom / 1.1, imageSize)
    default:
      return null
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), Math.max(min, max))
}

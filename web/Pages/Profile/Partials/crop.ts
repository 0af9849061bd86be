/** In pixels of the picture. */
export interface Picture {
  width: number
  height: number
}

/** The square of a picture that is kept. */
export interface Crop {
  x: number
  y: number
  size: number
}

/** Less than this would be shown larger than it is. */
const leastSize = 128

export function middle({ width, height }: Picture): Crop {
  const size = Math.min(width, height)
  return { x: (width - size) / 2, y: (height - size) / 2, size }
}

/** How often the whole picture can be enlarged; 1 when not at all. */
export function mostZoom(picture: Picture): number {
  return Math.max(1, Math.min(8, Math.min(picture.width, picture.height) / leastSize))
}

export function zoomOf(crop: Crop, { width, height }: Picture): number {
  return Math.min(width, height) / crop.size
}

export function moved(crop: Crop, dx: number, dy: number, { width, height }: Picture): Crop {
  return {
    size: crop.size,
    x: clamp(crop.x + dx, 0, width - crop.size),
    y: clamp(crop.y + dy, 0, height - crop.size),
  }
}

/** Keeps what is in the middle there, as far as the picture reaches. */
export function zoomed(crop: Crop, zoom: number, picture: Picture): Crop {
  const whole = Math.min(picture.width, picture.height)
  const size = whole / clamp(zoom, 1, mostZoom(picture))
  const grown = (crop.size - size) / 2
  return moved({ x: crop.x + grown, y: crop.y + grown, size }, 0, 0, picture)
}

/** What a key does to it; null for keys that mean something else. */
export function stepped(crop: Crop, key: string, isFar: boolean, picture: Picture): Crop | null {
  const by = crop.size / (isFar ? 4 : 20)
  const zoom = zoomOf(crop, picture)
  switch (key) {
    case 'ArrowLeft':
      return moved(crop, -by, 0, picture)
    case 'ArrowRight':
      return moved(crop, by, 0, picture)
    case 'ArrowUp':
      return moved(crop, 0, -by, picture)
    case 'ArrowDown':
      return moved(crop, 0, by, picture)
    case '+':
    case '=':
      return zoomed(crop, zoom * 1.1, picture)
    case '-':
      return zoomed(crop, zoom / 1.1, picture)
    default:
      return null
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most))
}

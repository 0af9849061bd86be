import { msg, type Message } from '@foyer/i18n'

import { ValidationError } from '#app/platform/errors.ts'
import type { PhotoCrop } from '#app/platform/files/photo-upload-type.ts'
import { concurrencyLimit } from '#app/platform/lib/concurrency-limit.ts'

import { maxMegapixels, maxPixels, maxDecodedBytes, decodingQueue } from './limits.ts'

/** Edge lengths in pixels, for lists and page headers; sharp on screens with three device pixels per CSS pixel. */
export const photoSizes = ['96', '256'] as const

export type PhotoSize = (typeof photoSizes)[number]

const limited = concurrencyLimit(decodingQueue)

/**
 * Re-encodes an image as small squares, without metadata.
 *
 * @param crop  null takes the center
 * @throws ValidationError for `photo`
 */
export async function processPhoto(
  file: Buffer,
  crop: PhotoCrop | null,
  loadLibrary = loadSharp,
): Promise<Record<PhotoSize, Buffer>> {
  const sharp = await loadLibrary()
  if (!sharp)
    throw photoError(msg("Photos can't be changed right now, so yours stays. Try again later."))

  return limited(async () => {
    // Checks the declared dimensions before any pixel is decoded.
    const { width, height } = await readDimensions(sharp(file, { limitInputPixels: false }))
    const square = clampToImage(crop ?? centerCrop(width, height), width, height)
    const upright = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: 10 })
      .autoOrient()
      .extract(square)
      .resize(256, 256)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw photoError(msg('That photo is damaged. Choose another one.'))
      })
    const encode = (edge: number) =>
      sharp(upright.data, { raw: upright.info }).resize(edge, edge).webp({ quality: 82 }).toBuffer()
    return { '96': await encode(96), '256': await encode(256) }
  })
}

interface ImageWithMetadata {
  metadata(): Promise<{
    autoOrient: { width: number; height: number }
    channels: number
    depth: string
  }>
}

async function readDimensions(
  image: ImageWithMetadata,
): Promise<{ width: number; height: number }> {
  const metadata = await image.metadata().catch(() => null)
  if (!metadata) throw photoError(msg('Choose a JPEG, PNG or WebP photo.'))
  const { width, height } = metadata.autoOrient
  if (width * height > maxPixels) {
    const message = 'Choose a photo of at most {max} megapixels.'
    throw photoError(msg(message, { max: maxMegapixels }))
  }
  const bytesPerSample = metadata.depth === 'uchar' ? 1 : 2
  if (width * height * metadata.channels * bytesPerSample > maxDecodedBytes) {
    throw photoError(msg('Choose a smaller photo, or one with 8 bits per color.'))
  }
  return { width, height }
}

function centerCrop(width: number, height: number): PhotoCrop {
  const size = Math.min(width, height)
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size }
}

/** Rounds the crop to whole pixels and moves it inside the image. */
function clampToImage({ x, y, size }: PhotoCrop, width: number, height: number) {
  const edge = clamp(size, 1, Math.min(width, height))
  return {
    left: clamp(x, 0, width - edge),
    top: clamp(y, 0, height - edge),
    width: edge,
    height: edge,
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.min(Math.max(value, min), max))
}

let sharpLoading: ReturnType<typeof importSharp> | undefined

/** Memoized, so that no image is read before the formats are restricted. */
function loadSharp() {
  return (sharpLoading ??= importSharp())
}

/** Null on platforms without a sharp build. */
async function importSharp() {
  const sharp = (await import('sharp').catch(() => null))?.default
  if (!sharp) return null
  // Allows only three of about thirty decoders; SVG, PDF and the rest stay blocked.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

function photoError(message: Message): ValidationError {
  return new ValidationError({ photo: message })
}

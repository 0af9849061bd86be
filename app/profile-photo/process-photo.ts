import { msg, type Message } from '@foyer/i18n'

import { ValidationError } from '#app/platform/errors.ts'
import { concurrencyLimit } from '#app/platform/lib/concurrency-limit.ts'

/** Edge lengths in pixels: for a row, and for the head of a page; each enough for screens with three pixels for one. */
export const photoSizes = ['96', '256'] as const

export type PhotoSize = (typeof photoSizes)[number]

/** The part of the picture that is kept, in its own pixels, as it is seen upright. */
export interface Crop {
  x: number
  y: number
  size: number
}

const maxMegapixels = 25
const maxPixels = maxMegapixels * 1_000_000
/** As many pixels with four channels of eight bits. Interlaced pictures are unpacked as a whole. */
const maxDecodedBytes = 4 * maxPixels

// Reading a picture takes a core, and 100 MB for the largest. Those who sign in need cores too.
const limited = concurrencyLimit({ concurrency: 1, maxQueued: 30 })

/**
 * Makes a picture of a person anew: square, small, and with nothing in it but pixels.
 *
 * @param crop  null keeps the middle
 * @throws Invalid with a sentence for `photo`
 */
export async function processPhoto(
  file: Buffer,
  crop: Crop | null,
  loadLibrary = loadSharp,
): Promise<Record<PhotoSize, Buffer>> {
  const sharp = await loadLibrary()
  if (!sharp) throw photoError(msg('Photos cannot be changed here at the moment. Yours stays.'))

  return limited(async () => {
    // The pixels it says it has are counted before one is read.
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
  if (!metadata) throw photoError(msg('Choose a photo in the format JPEG, PNG or WebP.'))
  const { width, height } = metadata.autoOrient
  if (width * height > maxPixels) {
    const message = 'Choose a photo of at most {max} megapixels.'
    throw photoError(msg(message, { max: maxMegapixels }))
  }
  const bytesPerSample = metadata.depth === 'uchar' ? 1 : 2
  if (width * height * metadata.channels * bytesPerSample > maxDecodedBytes) {
    throw photoError(msg('Choose a photo with 8 bits per colour, or a smaller one.'))
  }
  return { width, height }
}

function centerCrop(width: number, height: number): Crop {
  const size = Math.min(width, height)
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size }
}

/** A square of whole pixels that lies inside, as near as can be to the one that was asked for. */
function clampToImage({ x, y, size }: Crop, width: number, height: number) {
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

/** Once: while it is being told what it may read, nothing can be read. */
function loadSharp() {
  return (sharpLoading ??= importSharp())
}

/** Null where the library is missing: a machine that it has no build for keeps the photos it has. */
async function importSharp() {
  const sharp = (await import('sharp').catch(() => null))?.default
  if (!sharp) return null
  // Of some thirty readers, these three; SVG, PDF and the rest are never looked at.
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

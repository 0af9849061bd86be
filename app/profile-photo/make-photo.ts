import { say, type Sentence } from '@foyer/sentences'

import { bounded } from '#app/platform/bounded.ts'
import { Invalid } from '#app/platform/errors.ts'

/** Edge lengths in pixels: for a row, and for the head of a page; each enough for screens with three pixels for one. */
export const photoSizes = ['96', '256'] as const

export type PhotoSize = (typeof photoSizes)[number]

/** The part of the picture that is kept, in its own pixels, as it is seen upright. */
export interface Crop {
  x: number
  y: number
  size: number
}

const mostMegapixels = 25
const mostPixels = mostMegapixels * 1_000_000
/** As many pixels with four channels of eight bits. Interlaced pictures are unpacked as a whole. */
const mostBytes = 4 * mostPixels

// Reading a picture takes a core, and 100 MB for the largest. Those who sign in need cores too.
const inTurn = bounded({ atOnce: 1, mostWaiting: 30 })

/**
 * Makes a picture of a person anew: square, small, and with nothing in it but pixels.
 *
 * @param crop  null keeps the middle
 * @throws Invalid with a sentence for `photo`
 */
export async function makePhoto(
  file: Buffer,
  crop: Crop | null,
  library = loadSharp,
): Promise<Record<PhotoSize, Buffer>> {
  const sharp = await library()
  if (!sharp) throw refused(say('Photos cannot be changed here at the moment. Yours stays.'))

  return inTurn(async () => {
    // The pixels it says it has are counted before one is read.
    const { width, height } = await measured(sharp(file, { limitInputPixels: false }))
    const square = within(crop ?? middle(width, height), width, height)
    const upright = await sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: 10 })
      .autoOrient()
      .extract(square)
      .resize(256, 256)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw refused(say('That photo is damaged. Choose another one.'))
      })
    const encode = (edge: number) =>
      sharp(upright.data, { raw: upright.info }).resize(edge, edge).webp({ quality: 82 }).toBuffer()
    return { '96': await encode(96), '256': await encode(256) }
  })
}

interface Measurable {
  metadata(): Promise<{
    autoOrient: { width: number; height: number }
    channels: number
    depth: string
  }>
}

async function measured(picture: Measurable): Promise<{ width: number; height: number }> {
  const found = await picture.metadata().catch(() => null)
  if (!found) throw refused(say('Choose a photo in the format JPEG, PNG or WebP.'))
  const { width, height } = found.autoOrient
  if (width * height > mostPixels) {
    const sentence = 'Choose a photo of at most {max} megapixels.'
    throw refused(say(sentence, { max: mostMegapixels }))
  }
  const bytesPerSample = found.depth === 'uchar' ? 1 : 2
  if (width * height * found.channels * bytesPerSample > mostBytes) {
    throw refused(say('Choose a photo with 8 bits per colour, or a smaller one.'))
  }
  return { width, height }
}

function middle(width: number, height: number): Crop {
  const size = Math.min(width, height)
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size }
}

/** A square of whole pixels that lies inside, as near as can be to the one that was asked for. */
function within({ x, y, size }: Crop, width: number, height: number) {
  const edge = clamp(size, 1, Math.min(width, height))
  return {
    left: clamp(x, 0, width - edge),
    top: clamp(y, 0, height - edge),
    width: edge,
    height: edge,
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most))
}

let loaded: ReturnType<typeof load> | undefined

/** Once: while it is being told what it may read, nothing can be read. */
function loadSharp() {
  return (loaded ??= load())
}

/** Null where the library is missing: a machine that it has no build for keeps the photos it has. */
async function load() {
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

function refused(sentence: Sentence): Invalid {
  return new Invalid({ photo: sentence })
}

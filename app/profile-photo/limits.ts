import { day, hour, minute } from '#app/platform/lib/durations.ts'
import type { AttemptLimits } from '#app/platform/rate-limit/attempt-limits.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

/** Size of an uploaded file. */
export const maxPhotoMegabytes = 8

export const maxMegapixels = 25

export const maxPixels = maxMegapixels * 1_000_000

/** The largest image with four 8-bit channels. Interlaced images are decoded as a whole. */
export const maxDecodedBytes = 4 * maxPixels

/** How long a replaced or removed photo can be restored. */
export const previousPhotoRetentionMs = 30 * day

/** Photos of one account that can be restored. */
export const maxPreviousPhotos = 10

/** Orphaned files are kept this long, since a running upload may be about to commit. */
export const orphanGraceMs = hour

export const uploadLimits: AttemptLimits = {
  perIp: per(60, 10 * minute),
  perIpAndAccount: [per(20, 10 * minute)],
  perAccount: per(60, 60 * minute),
}

/** Concurrent uploads, each buffered in memory. */
export const uploadQueue = { concurrency: 8, maxQueued: 16 }

/** Decoding takes a core and up to 100 MB, and password hashing needs cores too. */
export const decodingQueue = { concurrency: 1, maxQueued: 30 }

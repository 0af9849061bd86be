import { msg } from '@foyer/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { acceptSingleFile } from '#app/http/server/file-upload.ts'
import { ValidationError } from '#app/platform/errors.ts'
import type { PhotoUpload } from '#app/platform/files/photo-upload-type.ts'
import { concurrencyLimit } from '#app/platform/lib/concurrency-limit.ts'
import { maxPhotoMegabytes, uploadLimits, uploadQueue } from '#app/profile-photo/limits.ts'

import { rateLimit } from './rate-limit.ts'

const field = 'photo'
const limitUploads = concurrencyLimit(uploadQueue)

const tooLarge = () =>
  new ValidationError({
    photo: msg('Choose a photo of at most {max} MB.', { max: maxPhotoMegabytes }),
  })

/**
 * Accepts photos in the routes of this scope.
 *
 * @returns reads the photo of a request and stores it; throws `TooManyRequests`, `BadRequest` or a `ValidationError` for `photo`
 */
export async function acceptPhoto(scope: App) {
  const maxBytes = maxPhotoMegabytes * 1024 * 1024
  const readUpload = await acceptSingleFile(scope, { field, maxBytes, tooLarge })

  return async function storeUpload(
    request: FastifyRequest,
    store: (upload: PhotoUpload) => Promise<void>,
  ): Promise<void> {
    const attempt = { action: 'photo', accountKey: request.actor().userId, field }
    await rateLimit(scope, request, { ...attempt, limits: uploadLimits })
    await limitUploads(async () => {
      const { file, fields } = await readUpload(request)
      if (!file) throw new ValidationError({ photo: 'Choose a photo first.' })
      await store({ file, crop: parseCrop(fields) })
    })
  }
}

function parseCrop(fields: Record<string, string>): PhotoUpload['crop'] {
  const [x, y, size] = ['crop_x', 'crop_y', 'crop_size'].map((name) => Number(fields[name]))
  const isComplete = [x, y, size].every((it) => Number.isFinite(it))
  return isComplete ? { x: x ?? 0, y: y ?? 0, size: size ?? 1 } : null
}

/** Where a photo is stored, and the log of storage errors, which are not shown to the user. */
export function photoStorage({ files }: App, { log }: FastifyRequest) {
  const onStorageError = (err: unknown) =>
    log.error({ err }, 'photo could not be stored or removed')
  return { files, onStorageError }
}

/** An answer that browsers show only as an image, and that no other person's cache stores. */
export function sendPhoto(
  reply: FastifyReply,
  photo: Buffer,
  { cacheControl = 'private, max-age=31536000, immutable' } = {},
): FastifyReply {
  return reply
    .headers({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="photo.webp"',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': cacheControl,
    })
    .send(photo)
}

import { msg } from '@foyer/i18n'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { respondWithStatus } from '#app/http/inertia/respond-with-status.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { acceptSingleFile } from '#app/http/server/file-upload.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { ValidationError, NotFound } from '#app/platform/errors.ts'
import { concurrencyLimit } from '#app/platform/lib/concurrency-limit.ts'

import { changePhoto, type PhotoServices, removePhoto } from './change-photo.ts'
import { maxPhotoMegabytes, uploadLimits, uploadQueue } from './limits.ts'
import { readPhoto } from './photo-files.ts'
import { ownsPhoto } from './previous-photos.ts'
import { type Crop, photoSizes } from './process-photo.ts'

const photoTooLarge = () =>
  new ValidationError({
    photo: msg('Choose a photo of at most {max} MB.', { max: maxPhotoMegabytes }),
  })

const limitUploads = concurrencyLimit(uploadQueue)

const PhotoParams = z.object({ photo: z.string(), size: z.enum(photoSizes) })

export function profilePhotoRoutes(app: App) {
  void app.register(async (scope: App) => {
    const field = 'photo'
    const maxBytes = maxPhotoMegabytes * 1024 * 1024
    const readUpload = await acceptSingleFile(scope, { field, maxBytes, tooLarge: photoTooLarge })

    scope.route({
      ...routeOptions('user-profile-photo.update'),
      async handler(request, reply) {
        const actor = request.actor()
        const attempt = { action: 'photo', accountKey: actor.userId, limits: uploadLimits, field }
        await throttle(app, request, attempt)
        await limitUploads(async () => {
          const { file, fields } = await readUpload(request)
          if (!file) throw new ValidationError({ photo: 'Choose a photo first.' })
          await changePhoto(photoServices(app, request), actor, { file, crop: parseCrop(fields) })
        })
        return respondWithStatus(request, reply, 'profile-photo-updated')
      },
    })
  })

  app.route({
    ...routeOptions('current-user-photo.destroy'),
    async handler(request, reply) {
      await removePhoto(app.db, request.actor())
      return respondWithStatus(request, reply, 'profile-photo-deleted')
    },
  })

  app.route({
    ...routeOptions('profile-photo.show'),
    schema: { params: PhotoParams },
    async handler({ session, params, now }, reply) {
      // 404 for everyone but the owner, so that the photo's existence does not leak.
      const isOwner = session !== null && (await ownsPhoto(app.db, session, params.photo, now))
      const photo = isOwner && (await readPhoto(app.files, params.photo, params.size))
      if (!photo) throw new NotFound()
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-disposition': 'inline; filename="photo.webp"',
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cache-control': 'private, max-age=31536000, immutable',
        })
        .send(photo)
    },
  })
}

function photoServices({ db, files }: App, request: FastifyRequest): PhotoServices {
  const onStorageError = (err: unknown) =>
    request.log.error({ err }, 'photo could not be stored or removed')
  return { db, files, onStorageError }
}

/** Null without JavaScript or for invalid numbers. */
function parseCrop(fields: Record<string, string>): Crop | null {
  const [x, y, size] = ['crop_x', 'crop_y', 'crop_size'].map((name) => Number(fields[name]))
  const isComplete = [x, y, size].every((it) => Number.isFinite(it))
  return isComplete ? { x: x ?? 0, y: y ?? 0, size: size ?? 1 } : null
}

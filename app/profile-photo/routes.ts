import { z } from 'zod'

import { acceptPhoto, photoStorage, sendPhoto } from '#app/http/security/accept-photo.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { NotFound } from '#app/platform/errors.ts'

import { changePhoto, removePhoto } from './change-photo.ts'
import { readPhoto } from './photo-files.ts'
import { ownsPhoto } from './previous-photos.ts'
import { photoSizes } from './process-photo.ts'

const PhotoParams = z.object({ photo: z.string(), size: z.enum(photoSizes) })

export function profilePhotoRoutes(app: App) {
  void app.register(async (scope: App) => {
    const storeUpload = await acceptPhoto(scope)

    scope.route({
      ...routeOptions('user-profile-photo.update'),
      async handler(request, reply) {
        await storeUpload(request, (upload) =>
          changePhoto({ db: app.db, ...photoStorage(app, request) }, request.actor(), upload),
        )
        return respond(reply, { status: 'profile-photo-updated' })
      },
    })
  })

  app.route({
    ...routeOptions('current-user-photo.destroy'),
    async handler(request, reply) {
      await removePhoto(app.db, request.actor())
      return respond(reply, { status: 'profile-photo-deleted' })
    },
  })

  app.route({
    ...routeOptions('profile-photo.show'),
    schema: { params: PhotoParams },
    async handler({ session, params, now }, reply) {
      // 404 for everyone but the owner, so that the photo's existence does not leak.
      const isOwner = session !== null && (await ownsPhoto(app.db, session, params.photo, now))
      const photo = isOwner && (await readPhoto(app.files, 'photos', params))
      if (!photo) throw new NotFound()
      return sendPhoto(reply, photo)
    },
  })
}

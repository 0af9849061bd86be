import { z } from 'zod'

import { acceptPhoto, photoStorage, sendPhoto } from '#app/http/security/accept-photo.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { NotFound } from '#app/platform/errors.ts'
import { photoSizes, readPhoto } from '#app/profile-photo/profile-photo.ts'

import { changePicture, readPicture, removePicture } from './change-picture.ts'
import { isMemberPhoto } from './members.ts'

const PhotoParams = z.object({ photo: z.string(), size: z.enum(photoSizes) })
const PictureParams = z.object({ picture: z.string(), size: z.enum(photoSizes) })

export function pictureRoutes(app: App) {
  void app.register(async (scope: App) => {
    const storeUpload = await acceptPhoto(scope)

    scope.route({
      ...routeOptions('team-picture.update'),
      async handler(request, reply) {
        const { id } = request.team()
        const services = { db: app.db, ...photoStorage(app, request) }
        await storeUpload(request, (upload) => changePicture(services, request.actor(), id, upload))
        return respond(reply)
      },
    })
  })

  app.route({
    ...routeOptions('team-picture.destroy'),
    async handler(request, reply) {
      const { id } = request.team()
      await removePicture(app.db, request.actor(), id)
      return respond(reply)
    },
  })

  app.route({
    ...routeOptions('team-picture.show'),
    schema: { params: PictureParams },
    async handler(request, reply) {
      const image = await readPicture(app.files, request.team().picture_id, request.params)
      return sendPhoto(reply, image)
    },
  })

  app.route({
    ...routeOptions('team-member-photo.show'),
    schema: { params: PhotoParams },
    async handler(request, reply) {
      const { photo } = request.params
      const isShown = await isMemberPhoto(app.db, request.team().id, photo)
      const image = isShown && (await readPhoto(app.files, 'photos', request.params))
      if (!image) throw new NotFound()
      return sendPhoto(reply, image)
    },
  })
}

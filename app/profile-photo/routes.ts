import { say } from '@foyer/sentences'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { acceptOneFile } from '#app/http/one-file.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { bounded } from '#app/platform/bounded.ts'
import { minute } from '#app/platform/durations.ts'
import { Invalid, NotFound } from '#app/platform/errors.ts'

import { changePhoto, type Darkroom, removePhoto } from './change-photo.ts'
import { type Crop, photoSizes } from './make-photo.ts'
import { hasPhoto } from './past-photos.ts'
import { readPhoto } from './photo-files.ts'
import { photoMostMegabytes as mostMegabytes } from './profile-photo.ts'

const changing: Limits = {
  address: [60, 10 * minute],
  pair: [[20, 10 * minute]],
  account: [60, 60 * minute],
}

const tooLarge = () =>
  new Invalid({ photo: say('Choose a photo of at most {max} MB.', { max: mostMegabytes }) })

// Each holds its file in memory from its first byte on.
const receiving = bounded({ atOnce: 8, mostWaiting: 16 })

const PhotoPath = z.object({ photo: z.string(), size: z.enum(photoSizes) })

export function profilePhotoRoutes(app: App) {
  void app.register(async (scope: App) => {
    const field = 'photo'
    const mostBytes = mostMegabytes * 1024 * 1024
    const oneFile = await acceptOneFile(scope, { field, mostBytes, tooLarge })

    scope.route({
      ...at('user-profile-photo.update'),
      async handler(request, reply) {
        const account = request.account()
        const attempt = { what: 'photo', account: account.userId, limits: changing, field }
        await throttle(app, request, attempt)
        await receiving(async () => {
          const { file, fields } = await oneFile(request)
          if (!file) throw new Invalid({ photo: 'Choose a photo first.' })
          await changePhoto(darkroom(app, request), account, { file, crop: cropOf(fields) })
        })
        return done(request, reply, 'profile-photo-updated')
      },
    })
  })

  app.route({
    ...at('current-user-photo.destroy'),
    async handler(request, reply) {
      await removePhoto(app.db, request.account())
      return done(request, reply, 'profile-photo-deleted')
    },
  })

  app.route({
    ...at('profile-photo.show'),
    schema: { params: PhotoPath },
    async handler({ signedIn, params, now }, reply) {
      // The owner's alone; whoever else asks is not told that there is one.
      const isTheirs = signedIn !== null && (await hasPhoto(app.db, signedIn, params.photo, now))
      const photo = isTheirs && (await readPhoto(app.config, params.photo, params.size))
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

function darkroom({ db, config }: App, request: FastifyRequest): Darkroom {
  const onProblem = (err: unknown) => request.log.error({ err }, 'photo not kept or not removed')
  return { db, config, onProblem }
}

/** Without script there is none; one that makes no sense counts as none. */
function cropOf(fields: Record<string, string>): Crop | null {
  const [x, y, size] = ['crop_x', 'crop_y', 'crop_size'].map((name) => Number(fields[name]))
  const isWhole = [x, y, size].every((it) => Number.isFinite(it))
  return isWhole ? { x: x ?? 0, y: y ?? 0, size: size ?? 1 } : null
}

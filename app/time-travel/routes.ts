import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { rememberLanguage } from '#app/http/language.ts'

import { cursorOf } from './event-page.ts'
import { typesNamed } from './kinds.ts'
import { disownEvent } from './not-me.ts'
import { pageProps } from './page-props.ts'
import { restore, RestoreForm } from './restore.ts'

const isKnown = (name: string) => typesNamed(name).length > 0

/** What cannot be read counts as not said, but for the moment: about that the page says something. */
const Query = z.object({
  at: z.string().max(64).catch('?').optional(),
  event: z.coerce.number().int().catch(0).optional(),
  type: z.string().refine(isKnown).nullable().catch(null).default(null),
  device: z.string().min(1).max(36).nullable().catch(null).default(null),
  cursor: z
    .string()
    .regex(/^(older|newer)-\d{1,15}$/)
    .transform(cursorOf)
    .nullable()
    .catch(null)
    .default(null),
})

const EventPath = z.object({ event: z.coerce.number().int().catch(0) })

export function timeTravelRoutes(app: App) {
  pageRoute(app)
  restoreRoute(app)
  notMeRoute(app)
}

function pageRoute(app: App) {
  app.route({
    ...at('time-travel.index'),
    schema: { querystring: Query },
    async handler(request, reply) {
      const zone = request.person().timezone ?? 'UTC'
      const parts = { db: app.db, text: request.text, zone }
      return reply.page(
        'TimeTravel/Index',
        await pageProps(parts, request.account(), request.query),
      )
    },
  })
}

function restoreRoute(app: App) {
  app.route({
    ...at('time-travel.restore'),
    schema: { body: RestoreForm },
    async handler(request, reply) {
      const restored = await restore(app.db, request.account(), request.body)
      if (!restored) return done(request, reply, 'nothing-to-restore')
      rememberLanguage(app, reply, restored.after.locale)
      reply.flash({ undoTo: restored.undoTo })
      return done(request, reply, 'profile-restored')
    },
  })
}

function notMeRoute(app: App) {
  app.route({
    ...at('time-travel.not-me'),
    schema: { params: EventPath },
    async handler(request, reply) {
      await disownEvent(request.means(), request.account(), request.params.event)
      return done(request, reply, 'event-disowned')
    },
  })
}

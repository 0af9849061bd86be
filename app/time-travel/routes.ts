import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'

import { cursorOf } from './event-page.ts'
import { typesNamed } from './kinds.ts'
import { pageProps } from './page-props.ts'

const isKnown = (name: string) => typesNamed(name).length > 0

/** What cannot be read counts as not said, but for the moment: about that the page says something. */
const Query = z.object({
  at: z.string().max(64).catch('?').optional(),
  event: z.coerce.number().int().catch(0).optional(),
  type: z.string().refine(isKnown).nullable().catch(null).default(null),
  device: z.string().max(36).nullable().catch(null).default(null),
  cursor: z
    .string()
    .regex(/^(older|newer)-\d{1,15}$/)
    .transform(cursorOf)
    .nullable()
    .catch(null)
    .default(null),
})

export function timeTravelRoutes(app: App) {
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

import { defer } from '@foyer/inertia'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { after } from '#app/platform/awaitable.ts'
import { later } from '#app/platform/later.ts'
import { moment } from '#app/platform/moment.ts'
import { newestEvents } from '#app/time-travel/time-travel.ts'

import { overview } from './overview.ts'

const mostLately = 5

export function homeRoutes(app: App) {
  app.route({
    ...at('home'),
    handler: (_request, reply) =>
      reply.page('Welcome', { canRegister: app.config.registration === 'open' }),
  })

  app.route({
    ...at('dashboard'),
    handler(request, reply) {
      const { db } = app
      // Two queries in all: the session with its person (every visit), and one of these two.
      const seen = later(() => overview(db, request.person(), request.now))
      return reply.page('Dashboard', {
        weakSpots: () => after(seen(), ({ weakSpots }) => weakSpots),
        sessions: () => after(seen(), ({ sessions }) => sessions),
        memberSince: moment(request.person().created_at),
        lately: defer(() => newestEvents(db, request.account(), mostLately)),
      })
    },
  })
}

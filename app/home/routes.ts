import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'

import { overview } from './overview.ts'

export function homeRoutes(app: App) {
  app.route({
    ...at('home'),
    handler: (_request, reply) =>
      reply.page('Welcome', { canRegister: app.config.registration === 'open' }),
  })

  app.route({
    ...at('dashboard'),
    async handler(request, reply) {
      // Two queries in all: the session with its person (every visit), and the one below.
      return reply.page('Dashboard', await overview(app.db, request.person(), request.now))
    },
  })
}

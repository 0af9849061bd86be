import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'

import { isTeamLogIntact, teamLogCsv, teamLogPage } from './team-log.ts'
import { teamProps } from './teams.ts'

/** Ignores what is no number. */
const LogQuery = z.object({ before: z.coerce.number().int().min(1).optional().catch(undefined) })

export function logRoutes(app: App) {
  app.route({
    ...routeOptions('team-log.index'),
    schema: { querystring: LogQuery },
    async handler(request, reply) {
      const team = request.team()
      const { before = null } = request.query
      const { events, next } = await teamLogPage(app.db, team.id, before)
      return reply.page('Teams/Log', {
        ...teamProps(team),
        events,
        nextHref: next === null ? null : route('team-log.index', { team: team.slug, before: next }),
        isIntact: await isTeamLogIntact(app.db, team.id),
      })
    },
  })

  app.route({
    ...routeOptions('team-log.csv'),
    async handler(request, reply) {
      const { id, slug } = request.team()
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store, private')
        .header('content-disposition', `attachment; filename="${slug}-log.csv"`)
        .send(await teamLogCsv(app.db, id))
    },
  })
}

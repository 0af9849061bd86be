import { Readable } from 'node:stream'

import { z } from 'zod'

import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { integrityCheckStep } from '#app/log-integrity/log-integrity.ts'
import { route } from '#app/platform/route.ts'

import { teamLogExportLimits } from './limits.ts'
import { teamLogCsv, teamLogPage } from './team-log.ts'
import { teamLog } from './team-logs.ts'
import { teamProps } from './teams.ts'

/** Maximum of the column `seq`. */
const maxSequence = 2 ** 31 - 1

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
      const from = (events.at(-1)?.seq ?? 1) - 1
      const count = before === null ? maxSequence : before - 1 - from
      const { storageDir, appUrl } = app.config
      const store = { storageDir, host: appUrl.hostname }
      const check = await integrityCheckStep(app.db, teamLog(team.id), { from, count }, store)
      return reply.page('Teams/Log', {
        ...teamProps(team),
        events,
        nextHref: next === null ? null : route('team-log.index', { team: team.slug, before: next }),
        isIntact: check.broken === null,
      })
    },
  })

  app.route({
    ...routeOptions('team-log.csv'),
    async handler(request, reply) {
      const { id, slug } = request.team()
      const attempt = { accountKey: request.actor().userId, limits: teamLogExportLimits }
      await throttle(app, request, { action: 'team-log-export', ...attempt })
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store, private')
        .header('content-disposition', `attachment; filename="${slug}-log.csv"`)
        .send(Readable.from(teamLogCsv(app.db, id)))
    },
  })
}

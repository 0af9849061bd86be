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
import { teamTimeTravel } from './team-time-travel.ts'
import { teamProps } from './teams.ts'

/** Maximum of the column `seq`. */
const maxSequence = 2 ** 31 - 1

/** Ignores what is no number. The page says why it shows another moment than `at`. */
const LogQuery = z.object({
  at: z.string().max(64).catch('?').optional(),
  event: z.coerce.number().int().catch(0).optional(),
  before: z.coerce.number().int().min(1).max(maxSequence).optional().catch(undefined),
})

export function logRoutes(app: App) {
  app.route({
    ...routeOptions('team-log.index'),
    schema: { querystring: LogQuery },
    async handler(request, reply) {
      const team = request.team()
      const { at, event, before: requested } = request.query
      const { translator: t, now } = request
      const zone = request.currentUser().timezone ?? 'UTC'
      const { resolved, props } = await teamTimeTravel(
        app,
        team.id,
        { t, zone, now },
        { at, event },
      )
      const isNewest = resolved.isNow && requested === undefined
      const before = Math.min(requested ?? maxSequence, isNewest ? maxSequence : resolved.seq + 1)
      const { events, next } = await teamLogPage(app.db, team.id, before)
      const from = (events.at(-1)?.seq ?? 1) - 1
      const { storageDir, appUrl } = app.config
      const store = { storageDir, host: appUrl.hostname }
      const range = { from, count: before - 1 - from }
      const check = await integrityCheckStep(app.db, teamLog(team.id), range, store)
      const older = { team: team.slug, ...(at && { at }), ...(event && { event }) }
      return reply.page('Teams/Log', {
        ...teamProps(team),
        ...props,
        events,
        nextHref: next === null ? null : route('team-log.index', { ...older, before: next }),
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

import { Readable } from 'node:stream'

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { attachment, redirectVisit } from '#app/http/inertia/download.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { exportEventLog, integrityCheckStep } from '#app/log-integrity/log-integrity.ts'
import { route } from '#app/platform/route.ts'
import { teamLogCsv, teamLogPage, teamLog } from '#app/team-log/team-log.ts'
import { teamProps } from '#app/teams/teams.ts'

import { teamLogExportLimits, teamLogLimits } from './limits.ts'
import { teamTimeTravel } from './team-time-travel.ts'

/** Maximum of the column `seq`. */
const maxSequence = 2 ** 31 - 1

/** No time, so that the page says why it shows another moment. */
const unreadableTime = '?'
/** The number of no event, so that the page is not found. */
const unknownEvent = 0

const Sequence = z.coerce.number().int().min(1).max(maxSequence)

const LogQuery = z.object({
  at: z.string().max(64).catch(unreadableTime).optional(),
  event: Sequence.catch(unknownEvent).optional(),
  before: Sequence.optional().catch(undefined),
})

export function teamTimeTravelRoutes(app: App) {
  app.route({
    ...routeOptions('team-log.index'),
    schema: { querystring: LogQuery },
    async handler(request, reply) {
      const team = request.team()
      const attempt = { accountKey: request.actor().userId, limits: teamLogLimits }
      await rateLimit(app, request, { action: 'team-log', ...attempt })
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
      const range = { from, count: before - 1 - from }
      const log = teamLog(team.id)
      const check = await integrityCheckStep(app.db, log, range, checkpointStore(app))
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
    preHandler: redirectVisit,
    async handler(request, reply) {
      const { id, slug } = await exportedTeam(app, request)
      const reader = { t: request.translator, zone: request.currentUser().timezone ?? 'UTC' }
      const file = { type: 'text/csv; charset=utf-8', filename: `${slug}-log.csv` }
      return attachment(reply, file).send(Readable.from(teamLogCsv(app.db, id, reader)))
    },
  })

  /** The export has ids instead of names, and what is needed to verify it elsewhere. */
  app.route({
    ...routeOptions('team-log.export'),
    preHandler: redirectVisit,
    async handler(request, reply) {
      const { id, slug } = await exportedTeam(app, request)
      const lines = exportEventLog(app.db, teamLog(id), checkpointStore(app), request.now)
      const file = { type: 'application/jsonl; charset=utf-8', filename: `${slug}-log.jsonl` }
      return attachment(reply, file).send(Readable.from(lines))
    },
  })
}

const checkpointStore = ({ config: { storageDir, appUrl } }: App) => ({
  storageDir,
  host: appUrl.hostname,
})

async function exportedTeam(app: App, request: FastifyRequest) {
  const attempt = { accountKey: request.actor().userId, limits: teamLogExportLimits }
  await rateLimit(app, request, { action: 'team-log-export', ...attempt })
  return request.team()
}

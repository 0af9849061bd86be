import { Readable } from 'node:stream'

import { z } from 'zod'

import { attachment, redirectVisit } from '#app/http/inertia/download.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions, machineEndpoint } from '#app/http/server/route-options.ts'

import { accountLog } from './account-log-store.ts'
import { publishedVerifierKeys } from './checkpoint-files.ts'
import { exportEventLog } from './export-event-log.ts'
import { integrityCheckStep } from './integrity-check.ts'
import { exportLimits, integrityLimits } from './limits.ts'

const IntegrityQuery = z.object({
  from: z.coerce.number().int().min(0).max(1e15).catch(0).default(0),
})

export function logIntegrityRoutes(app: App) {
  app.route({
    ...routeOptions('time-travel.export'),
    preHandler: redirectVisit,
    async handler(request, reply) {
      const actor = request.actor()
      const attempt = { action: 'record-export', accountKey: actor.userId, limits: exportLimits }
      await rateLimit(app, request, attempt)
      const { storageDir, appUrl } = app.config
      const store = { storageDir, host: appUrl.hostname }
      const lines = exportEventLog(app.db, accountLog(actor.userId), store, actor.now)
      const date = new Date(actor.now).toISOString().slice(0, 10)
      const file = {
        type: 'application/jsonl; charset=utf-8',
        filename: `foyer-record-${date}.jsonl`,
      }
      return attachment(reply, file).send(Readable.from(lines))
    },
  })

  app.route({
    ...machineEndpoint('well-known.record-key'),
    handler(_request, reply) {
      const { storageDir, appUrl } = app.config
      const keys = publishedVerifierKeys(storageDir, appUrl.hostname)
      return reply.type('text/plain; charset=utf-8').send(keys.map((key) => `${key}\n`).join(''))
    },
  })

  app.route({
    ...routeOptions('time-travel.seal'),
    schema: { querystring: IntegrityQuery },
    async handler(request, reply) {
      const { from } = request.query
      const { userId } = request.actor()
      await rateLimit(app, request, { action: 'seal', accountKey: userId, limits: integrityLimits })
      const { storageDir, appUrl } = app.config
      const store = { storageDir, host: appUrl.hostname }
      const step = await integrityCheckStep(app.db, accountLog(userId), { from }, store)
      return reply.header('cache-control', 'no-store').send(step)
    },
  })
}

import { Readable } from 'node:stream'

import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at, forPrograms } from '#app/http/at.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { day, minute } from '#app/platform/durations.ts'

import { publishedKey } from './checkpoint-files.ts'
import { exportRecord } from './export-record.ts'
import { sealStep } from './seal-step.ts'

const Query = z.object({ from: z.coerce.number().int().min(0).max(1e15).catch(0).default(0) })

const exportLimits: Limits = { address: [60, day], pair: [], account: [20, day] }
/** The page asks once for every thousand events; nobody's record has more than this. */
const sealLimits: Limits = { address: [3000, 10 * minute], pair: [], account: [600, 10 * minute] }

export function historyRoutes(app: App) {
  app.route({
    ...at('time-travel.export'),
    async handler(request, reply) {
      // A visit cannot take a file; the browser itself has to come for it.
      if (request.inertia.isVisit) return reply.away(request.url)
      const account = request.account()
      const asked = { what: 'record-export', account: account.userId, limits: exportLimits }
      await throttle(app, request, asked)
      const { storageDir, appUrl } = app.config
      const lines = exportRecord(app.db, account, { storageDir, host: appUrl.hostname })
      const date = new Date(account.now).toISOString().slice(0, 10)
      return reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="foyer-record-${date}.jsonl"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(lines))
    },
  })

  app.route({
    ...forPrograms('well-known.record-key'),
    handler(_request, reply) {
      const { storageDir, appUrl } = app.config
      const text = publishedKey(storageDir, appUrl.hostname)
      return reply.type('text/plain; charset=utf-8').send(`${text}\n`)
    },
  })

  app.route({
    ...at('time-travel.seal'),
    schema: { querystring: Query },
    async handler(request, reply) {
      const { from } = request.query
      const { userId } = request.account()
      await throttle(app, request, { what: 'seal', account: userId, limits: sealLimits })
      const { storageDir, appUrl } = app.config
      const place = { storageDir, host: appUrl.hostname }
      const step = await sealStep(app.db, userId, from, place)
      return reply.header('cache-control', 'no-store').send(step)
    },
  })
}

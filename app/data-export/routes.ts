import { open } from 'node:fs/promises'
import { join } from 'node:path'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { day } from '#app/platform/durations.ts'
import { Gone } from '#app/platform/errors.ts'

import { fetchExport } from './fetch-export.ts'
import { requestExport } from './request-export.ts'

const limits: Limits = { address: [30, day], pair: [], account: [5, day] }

export function dataExportRoutes(app: App) {
  app.route({
    ...at('data-export.store'),
    async handler(request, reply) {
      const account = request.account()
      const attempt = { what: 'data-export', account: account.userId, limits }
      await requestExport(request.means(), account, () => throttle(app, request, attempt))
      return done(request, reply, 'data-export-requested', { code: 202 })
    },
  })

  app.route({
    ...at('data-export.show'),
    async handler(request, reply) {
      // A visit cannot take a file; the browser itself has to come for it.
      if (request.inertia.isVisit) return reply.away(request.url)
      const { path, bytes, madeAt } = await fetchExport(app.db, request.account())
      const file = await open(join(app.config.storageDir, path)).catch(() => null)
      if (!file) throw new Gone()
      const date = new Date(madeAt).toISOString().slice(0, 10)
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="foyer-${date}.zip"`)
        .header('content-length', String(bytes))
        .header('cache-control', 'no-store')
        .send(file.createReadStream())
    },
  })
}

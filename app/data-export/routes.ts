import { attachment, redirectVisit } from '#app/http/inertia/download.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { Gone } from '#app/platform/errors.ts'

import { downloadExport } from './download-export.ts'
import { dataExportLimits } from './limits.ts'
import { requestExport } from './request-export.ts'

export function dataExportRoutes(app: App) {
  app.route({
    ...routeOptions('data-export.store'),
    async handler(request, reply) {
      const actor = request.actor()
      const attempt = { action: 'data-export', accountKey: actor.userId, limits: dataExportLimits }
      await requestExport(request.context(), actor, () => rateLimit(app, request, attempt))
      return respond(reply, { status: 'data-export-requested', code: 202 })
    },
  })

  app.route({
    ...routeOptions('data-export.show'),
    preHandler: redirectVisit,
    async handler(request, reply) {
      const { path, bytes, createdAt } = await downloadExport(app.db, request.actor())
      const file = await app.files.open(path)
      if (!file) throw new Gone()
      const date = new Date(createdAt).toISOString().slice(0, 10)
      return attachment(reply, { type: 'application/zip', filename: `foyer-${date}.zip` })
        .header('content-length', String(bytes))
        .send(file)
    },
  })
}

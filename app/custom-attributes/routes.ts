import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'

import { attributesForm } from './attribute-schemas.ts'
import { attributeLimits } from './limits.ts'
import { updateAttributes } from './save-attributes.ts'
import { requireValidAttributeList } from './validate-attribute-list.ts'

export function customAttributeRoutes(app: App) {
  requireValidAttributeList(app.attributes)

  app.route({
    ...routeOptions('attributes.update'),
    schema: { body: attributesForm(app.attributes) },
    async handler(request, reply) {
      const attempt = { accountKey: request.actor().userId, limits: attributeLimits }
      await rateLimit(app, request, { action: 'attributes', ...attempt })
      await updateAttributes(app.db, request.actor(), app.attributes, request.body)
      return respond(reply, { status: 'attributes-updated' })
    },
  })
}

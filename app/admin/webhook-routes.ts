import { z } from 'zod'

import { respondWithStatus } from '#app/http/inertia/respond-with-status.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone, NotFound } from '#app/platform/errors.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'
import { replayDelivery, rotateSecret, setEndpointEnabled } from '#app/webhooks/webhooks.ts'

import { logChange } from './account-routes.ts'
import {
  DeliveryListParams,
  requireDelivery,
  webhookEndpoint,
  webhookEndpoints,
  webhookPage,
} from './webhooks.ts'

const EndpointParams = z.object({ endpoint: z.string() })
const DeliveryParams = EndpointParams.extend({ delivery: z.string() })
const RotateForm = z.object({ now: checkbox })

export function webhookRoutes(app: App) {
  app.route({
    ...routeOptions('admin.webhooks'),
    handler: async (_request, reply) =>
      reply.page('Admin/Webhooks', { endpoints: await webhookEndpoints(app.db) }),
  })

  app.route({
    ...routeOptions('admin.webhook'),
    schema: { params: EndpointParams, querystring: DeliveryListParams },
    async handler({ params, query }, reply) {
      return reply.page('Admin/Webhook', await webhookPage(app.db, params.endpoint, query))
    },
  })

  enabledRoute(app, routeOptions('admin.webhook.enable'), true)
  enabledRoute(app, routeOptions('admin.webhook.disable'), false)
  secretRoute(app)
  replayRoute(app)
}

function enabledRoute(app: App, options: ReturnType<typeof routeOptions>, isEnabled: boolean) {
  app.route({
    ...options,
    schema: { params: EndpointParams },
    async handler(request, reply) {
      const { id } = await webhookEndpoint(app.db, request.params.endpoint)
      await setEndpointEnabled(app.db, { id, isEnabled, now: request.now })
      logChange(request, id)
      return respondWithStatus(request, reply, 'webhook-changed')
    },
  })
}

function secretRoute(app: App) {
  app.route({
    ...routeOptions('admin.webhook.rotate'),
    schema: { params: EndpointParams, body: RotateForm },
    async handler(request, reply) {
      const { id } = await webhookEndpoint(app.db, request.params.endpoint)
      const endsPrevious = request.body.now
      const secret = await rotateSecret(request.context(), { id, endsPrevious })
      if (secret === null) throw new NotFound()
      logChange(request, id)
      if (request.inertia.wantsJson)
        return reply.header('cache-control', 'no-store').send({ secret })
      return reply.flash({ webhookSecret: secret }).back(request.routeOptions.config.formPage)
    },
  })
}

function replayRoute(app: App) {
  app.route({
    ...routeOptions('admin.webhook.replay'),
    schema: { params: DeliveryParams },
    async handler(request, reply) {
      const { endpoint, delivery: id } = request.params
      await webhookEndpoint(app.db, endpoint)
      await requireDelivery(app.db, request.params)
      const { keys, now } = request.context()
      const isReplayed = await inTransaction(app.db, (tx) => replayDelivery(tx, keys, { id, now }))
      // It is still being tried, somebody else replayed it, or the endpoint is disabled.
      if (!isReplayed) throw new Gone()
      logChange(request, id)
      return respondWithStatus(request, reply, 'webhook-replayed')
    },
  })
}

import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { checkbox, EnabledForm } from '#app/platform/validation/form-fields.ts'
import {
  webhookEndpointRows,
  replayOwnDelivery,
  rotateSecret,
  setEndpointEnabled,
} from '#app/webhooks/webhooks.ts'

import { logChange } from './account-routes.ts'
import { DeliveryListParams, operatorEndpoint, webhookPage } from './webhook-page.ts'

const EndpointParams = z.object({ endpoint: z.string() })
const DeliveryParams = EndpointParams.extend({ delivery: z.string() })
const SecretForm = z.object({ now: checkbox })

export function adminWebhookRoutes(app: App) {
  app.route({
    ...routeOptions('admin.webhooks'),
    handler: async (_request, reply) =>
      reply.page('Admin/Webhooks', { endpoints: await webhookEndpointRows(app.db, null) }),
  })

  app.route({
    ...routeOptions('admin.webhook'),
    schema: { params: EndpointParams, querystring: DeliveryListParams },
    async handler({ params, query }, reply) {
      return reply.page('Admin/Webhook', await webhookPage(app.db, params.endpoint, query))
    },
  })

  app.route({
    ...routeOptions('admin.webhook.update'),
    schema: { params: EndpointParams, body: EnabledForm },
    async handler(request, reply) {
      const { id } = await operatorEndpoint(app.db, request.params.endpoint)
      const isEnabled = request.body.enabled
      await setEndpointEnabled(app.db, { id, isEnabled, now: request.now })
      logChange(request, id)
      return respond(reply, { status: 'webhook-changed' })
    },
  })

  secretRoute(app)
  replayRoute(app)
}

function secretRoute(app: App) {
  app.route({
    ...routeOptions('admin.webhook-secret.store'),
    schema: { params: EndpointParams, body: SecretForm },
    async handler(request, reply) {
      const { id } = await operatorEndpoint(app.db, request.params.endpoint)
      const endsPrevious = request.body.now
      const secret = await rotateSecret(request.context(), { id, endsPrevious })
      if (secret === null) throw new NotFound()
      logChange(request, id)
      return respond(reply, { json: { secret }, webhookSecret: secret })
    },
  })
}

function replayRoute(app: App) {
  app.route({
    ...routeOptions('admin.webhook.replay'),
    schema: { params: DeliveryParams },
    async handler(request, reply) {
      const { endpoint: endpointId, delivery: id } = request.params
      const { keys, now } = request.context()
      await inTransaction(app.db, (tx) =>
        replayOwnDelivery(tx, keys, { id, endpointId, teamId: null, now }),
      )
      logChange(request, id)
      return respond(reply, { status: 'webhook-replayed', code: 202 })
    },
  })
}

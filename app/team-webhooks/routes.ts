import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'
import { EnabledForm } from '#app/platform/validation/form-fields.ts'
import { teamWebhookTypes } from '#app/team-log/webhook-events.ts'
import { teamProps } from '#app/teams/teams.ts'
import { deliveryPage, DeliveryPageParams, webhookEndpointRows } from '#app/webhooks/webhooks.ts'

import { maxTeamWebhooks, teamWebhookLimits, webhookMessagesPerPage } from './limits.ts'
import {
  addWebhook,
  removeWebhook,
  replaceWebhookSecret,
  sendWebhookAgain,
  setWebhookEnabled,
  WebhookForm,
} from './manage-webhooks.ts'

const WebhookParams = z.object({ webhook: z.string() })
const MessageParams = z.object({ message: z.string() })
export function teamWebhookRoutes(app: App) {
  app.route({
    ...routeOptions('team-webhooks.index'),
    schema: { querystring: DeliveryPageParams },
    async handler(request, reply) {
      const team = request.team()
      const filter = {
        teamId: team.id,
        before: request.query.before,
        limit: webhookMessagesPerPage,
      }
      const { deliveries: messages, nextBefore: before } = await deliveryPage(app.db, filter)
      return reply.page('Teams/Webhooks', {
        ...teamProps(team),
        endpoints: await webhookEndpointRows(app.db, team.id),
        maxEndpoints: maxTeamWebhooks,
        eventTypes: teamWebhookTypes,
        messages,
        olderHref: before && route('team-webhooks.index', { team: team.slug, before }),
      })
    },
  })
  secretRoutes(app)
  changeRoutes(app)
}

async function rateLimitChange(app: App, request: FastifyRequest): Promise<void> {
  const attempt = { accountKey: request.actor().userId, limits: teamWebhookLimits }
  await rateLimit(app, request, { action: 'team-webhook', ...attempt })
}

/** The routes whose response contains a new secret. */
function secretRoutes(app: App) {
  app.route({
    ...routeOptions('team-webhooks.store'),
    schema: { body: WebhookForm },
    async handler(request, reply) {
      await rateLimitChange(app, request)
      const { id } = request.team()
      const allowsPrivate = app.config.webhooksAllowPrivate
      const context = { ...request.context(), allowsPrivate }
      const secret = await addWebhook(context, request.actor(), id, request.body)
      return respond(reply, { code: 201, json: { secret }, webhookSecret: secret })
    },
  })

  app.route({
    ...routeOptions('team-webhook-secret.store'),
    schema: { params: WebhookParams },
    async handler(request, reply) {
      await rateLimitChange(app, request)
      const { id: teamId } = request.team()
      const ref = { teamId, id: request.params.webhook }
      const secret = await replaceWebhookSecret(request.context(), request.actor(), ref)
      return respond(reply, { json: { secret }, webhookSecret: secret })
    },
  })
}

function changeRoutes(app: App) {
  app.route({
    ...routeOptions('team-webhook.update'),
    schema: { params: WebhookParams, body: EnabledForm },
    async handler(request, reply) {
      await rateLimitChange(app, request)
      const { id: teamId } = request.team()
      const isEnabled = request.body.enabled
      const ref = { teamId, id: request.params.webhook, isEnabled }
      await setWebhookEnabled(request.context(), request.actor(), ref)
      return respond(reply)
    },
  })

  app.route({
    ...routeOptions('team-webhook.destroy'),
    schema: { params: WebhookParams },
    async handler(request, reply) {
      await rateLimitChange(app, request)
      const { id: teamId } = request.team()
      const ref = { teamId, id: request.params.webhook }
      await removeWebhook(request.context(), request.actor(), ref)
      return respond(reply, { banner: request.translator('The webhook is removed.') })
    },
  })

  app.route({
    ...routeOptions('team-webhook-message.replay'),
    schema: { params: MessageParams },
    async handler(request, reply) {
      await rateLimitChange(app, request)
      const { id: teamId } = request.team()
      const ref = { teamId, id: request.params.message }
      await sendWebhookAgain(request.context(), request.actor(), ref)
      return respond(reply, {
        code: 202,
        banner: request.translator('The message is on its way again.'),
      })
    },
  })
}

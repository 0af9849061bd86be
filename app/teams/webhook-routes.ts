import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
import { route } from '#app/platform/route.ts'

import {
  addWebhook,
  EnabledForm,
  removeWebhook,
  replaceWebhookSecret,
  sendWebhookAgain,
  setWebhookEnabled,
  WebhookForm,
} from './change-webhooks.ts'
import { maxTeamWebhooks, teamWebhookLimits } from './limits.ts'
import { teamWebhooks, webhookMessages } from './team-webhooks.ts'
import { teamProps } from './teams.ts'
import { teamWebhookTypes } from './webhook-events.ts'

const WebhookParams = z.object({ webhook: z.string() })
const MessageParams = z.object({ message: z.string() })
/** Ignores what is no message. */
const PageQuery = z.object({
  before: z
    .string()
    .regex(/^msg_[0-9a-f]{32}$/)
    .optional()
    .catch(undefined),
})

export function webhookRoutes(app: App) {
  app.route({
    ...routeOptions('team-webhooks.index'),
    schema: { querystring: PageQuery },
    async handler(request, reply) {
      const team = request.team()
      return reply.page('Teams/Webhooks', {
        ...teamProps(team),
        endpoints: await teamWebhooks(app.db, team.id),
        maxEndpoints: maxTeamWebhooks,
        eventTypes: teamWebhookTypes,
        ...(await webhookMessages(app.db, team, request.query.before)),
      })
    },
  })
  secretRoutes(app)
  changeRoutes(app)
}

async function throttleChange(app: App, request: FastifyRequest): Promise<void> {
  const attempt = { accountKey: request.actor().userId, limits: teamWebhookLimits }
  await throttle(app, request, { action: 'team-webhook', ...attempt })
}

/** Their answers have a secret, once. */
function secretRoutes(app: App) {
  app.route({
    ...routeOptions('team-webhooks.store'),
    schema: { body: WebhookForm },
    async handler(request, reply) {
      await throttleChange(app, request)
      const { id, slug } = request.team()
      const allowsPrivate = app.config.webhooksAllowPrivate
      const context = { ...request.context(), allowsPrivate }
      const webhookSecret = await addWebhook(context, request.actor(), id, request.body)
      if (request.inertia.wantsJson) return reply.code(201).send({ secret: webhookSecret })
      return reply.flash({ webhookSecret }).back(route('team-webhooks.index', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-webhook-secret.store'),
    schema: { params: WebhookParams },
    async handler(request, reply) {
      await throttleChange(app, request)
      const { id: teamId, slug } = request.team()
      const ref = { teamId, id: request.params.webhook }
      const webhookSecret = await replaceWebhookSecret(request.context(), request.actor(), ref)
      if (request.inertia.wantsJson) return reply.send({ secret: webhookSecret })
      return reply.flash({ webhookSecret }).back(route('team-webhooks.index', { team: slug }))
    },
  })
}

function changeRoutes(app: App) {
  app.route({
    ...routeOptions('team-webhook.update'),
    schema: { params: WebhookParams, body: EnabledForm },
    async handler(request, reply) {
      await throttleChange(app, request)
      const { id: teamId, slug } = request.team()
      const isEnabled = request.body.enabled
      const ref = { teamId, id: request.params.webhook, isEnabled }
      await setWebhookEnabled(request.context(), request.actor(), ref)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      return reply.back(route('team-webhooks.index', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-webhook.destroy'),
    schema: { params: WebhookParams },
    async handler(request, reply) {
      await throttleChange(app, request)
      const { id: teamId, slug } = request.team()
      const ref = { teamId, id: request.params.webhook }
      await removeWebhook(request.context(), request.actor(), ref)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      const banner = request.translator('The webhook is removed.')
      return reply.flash({ banner }).back(route('team-webhooks.index', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-webhook-message.replay'),
    schema: { params: MessageParams },
    async handler(request, reply) {
      await throttleChange(app, request)
      const { id: teamId, slug } = request.team()
      const ref = { teamId, id: request.params.message }
      await sendWebhookAgain(request.context(), request.actor(), ref)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 202)
      const banner = request.translator('The message is on its way again.')
      return reply.flash({ banner }).back(route('team-webhooks.index', { team: slug }))
    },
  })
}

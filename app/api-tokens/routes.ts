import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { minute } from '#app/platform/durations.ts'
import { route } from '#app/platform/route.ts'

import { apiTokens, mostTokens, revokeToken } from './api-tokens.ts'
import { createToken } from './create-token.ts'
import { defaultPermissions, permissions } from './permissions.ts'
import { rotateToken } from './rotate-token.ts'
import { CreateTokenForm, UpdateTokenForm } from './token-form.ts'
import { updateToken } from './update-token.ts'

const One = z.object({ token: z.string() })

const making: Limits = {
  address: [60, 10 * minute],
  pair: [[20, 10 * minute]],
  account: [60, 60 * minute],
}

export function apiTokenRoutes(app: App) {
  app.route({
    ...at('api-tokens.index'),
    handler: async (request, reply) =>
      reply.page('API/Index', {
        tokens: await apiTokens(app.db, request.account()),
        availablePermissions: [...permissions],
        defaultPermissions: [...defaultPermissions],
        mostTokens,
        exampleUrl: new URL(route('api.user.show'), app.config.origin).href,
      }),
  })

  app.route({
    ...at('api-tokens.store'),
    schema: { body: CreateTokenForm },
    async handler(request, reply) {
      await throttleMaking(app, request, 'name')
      const made = await createToken(
        request.means(),
        request.account(),
        request.body,
        request.person().timezone,
      )
      return answerMade(request, reply, made)
    },
  })

  changingRoutes(app)
}

function changingRoutes(app: App) {
  app.route({
    ...at('api-tokens.update'),
    schema: { params: One, body: UpdateTokenForm },
    async handler(request, reply) {
      await updateToken(app.db, request.account(), request.params.token, request.body)
      return done(request, reply, 'api-token-updated')
    },
  })

  app.route({
    ...at('api-tokens.rotate'),
    schema: { params: One },
    async handler(request, reply) {
      await throttleMaking(app, request)
      const { token } = request.params
      const made = await rotateToken(request.means(), request.account(), token)
      return answerMade(request, reply, made)
    },
  })

  app.route({
    ...at('api-tokens.destroy'),
    schema: { params: One },
    async handler(request, reply) {
      await revokeToken(app.db, request.account(), request.params.token, 'person')
      return done(request, reply, 'api-token-revoked')
    },
  })
}

/** The one answer in which a token can be read. */
function answerMade(
  request: FastifyRequest,
  reply: FastifyReply,
  made: { token: string },
): FastifyReply {
  if (!request.inertia.wantsJson) {
    return reply.flash({ token: made.token }).back(route('api-tokens.index'))
  }
  return reply.code(201).header('cache-control', 'no-store').send(made)
}

/** Each one made is a mail. */
function throttleMaking(app: App, request: FastifyRequest, field?: string): Promise<void> {
  const account = request.account().userId
  return throttle(app, request, {
    what: 'api-token',
    account,
    limits: making,
    ...(field && { field }),
  })
}

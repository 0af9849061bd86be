import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { rateLimitChange } from '#app/http/security/rate-limit-change.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { accountPermissions } from '#app/permissions.ts'
import { route } from '#app/platform/route.ts'

import { apiTokens, revokeApiToken } from './api-tokens.ts'
import { createApiToken } from './create-token.ts'
import { maxTokens, creationLimits } from './limits.ts'
import { rotateApiToken } from './rotate-token.ts'
import { CreateTokenForm, UpdateTokenForm } from './token-form.ts'
import { updateApiToken } from './update-token.ts'

const TokenParams = z.object({ token: z.string() })

export function apiTokenRoutes(app: App) {
  app.route({
    ...routeOptions('api-tokens.index'),
    handler: async (request, reply) =>
      reply.page('API/Index', {
        tokens: await apiTokens(app.db, request.actor()),
        availablePermissions: [...accountPermissions],
        defaultPermissions: ['read'],
        maxTokens,
        exampleUrl: new URL(route('api.user.show'), app.config.origin).href,
      }),
  })

  app.route({
    ...routeOptions('api-tokens.store'),
    schema: { body: CreateTokenForm },
    async handler(request, reply) {
      await rateLimitCreation(app, request, 'name')
      const created = await createApiToken(
        request.context(),
        request.actor(),
        request.body,
        request.currentUser().timezone,
      )
      return respondWithToken(reply, created)
    },
  })

  tokenRoutes(app)
}

function tokenRoutes(app: App) {
  app.route({
    ...routeOptions('api-tokens.update'),
    schema: { params: TokenParams, body: UpdateTokenForm },
    async handler(request, reply) {
      await rateLimitChange(app, request, request.actor())
      await updateApiToken(app.db, request.actor(), request.params.token, request.body)
      return respond(reply, { status: 'api-token-updated' })
    },
  })

  app.route({
    ...routeOptions('api-tokens.rotate'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      await rateLimitCreation(app, request)
      const { token } = request.params
      const created = await rotateApiToken(request.context(), request.actor(), token)
      return respondWithToken(reply, created)
    },
  })

  app.route({
    ...routeOptions('api-tokens.destroy'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      await revokeApiToken(app.db, request.actor(), request.params.token, 'person')
      return respond(reply, { status: 'api-token-revoked' })
    },
  })
}

/** The only response that contains the token. */
function respondWithToken(reply: FastifyReply, created: { token: string }): FastifyReply {
  return respond(reply, { code: 201, json: created, token: created.token })
}

/** Every created token sends a mail. */
function rateLimitCreation(app: App, request: FastifyRequest, field?: string): Promise<void> {
  const accountKey = request.actor().userId
  return rateLimit(app, request, {
    action: 'api-token',
    accountKey,
    limits: creationLimits,
    ...(field && { field }),
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { respondWithStatus } from '#app/http/inertia/respond-with-status.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
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
      return respondWithToken(request, reply, created)
    },
  })

  tokenRoutes(app)
}

function tokenRoutes(app: App) {
  app.route({
    ...routeOptions('api-tokens.update'),
    schema: { params: TokenParams, body: UpdateTokenForm },
    async handler(request, reply) {
      await updateApiToken(app.db, request.actor(), request.params.token, request.body)
      return respondWithStatus(request, reply, 'api-token-updated')
    },
  })

  app.route({
    ...routeOptions('api-tokens.rotate'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      await rateLimitCreation(app, request)
      const { token } = request.params
      const created = await rotateApiToken(request.context(), request.actor(), token)
      return respondWithToken(request, reply, created)
    },
  })

  app.route({
    ...routeOptions('api-tokens.destroy'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      await revokeApiToken(app.db, request.actor(), request.params.token, 'person')
      return respondWithStatus(request, reply, 'api-token-revoked')
    },
  })
}

/** The only response that contains the token. */
function respondWithToken(
  request: FastifyRequest,
  reply: FastifyReply,
  created: { token: string },
): FastifyReply {
  if (!request.inertia.wantsJson) {
    return reply.flash({ token: created.token }).back(route('api-tokens.index'))
  }
  return reply.code(201).header('cache-control', 'no-store').send(created)
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

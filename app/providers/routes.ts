import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { NotFound } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'

import {
  callbackRoutes,
  logProviderError,
  originPage,
  type Provider,
  refuse,
} from './callback-routes.ts'
import { ProviderError } from './identity.ts'
import { attemptLifetimeMs } from './limits.ts'
import { errorMessages } from './messages.ts'
import { newAttempt, type ProviderAttempt, sealAttempt } from './provider-attempt.ts'
import { createProviderClient } from './provider-client.ts'
import { unlinkAccount } from './unlink-account.ts'

const ProviderParams = z.object({ provider: z.string() })

export function providerRoutes(app: App) {
  const providers = new Map(
    app.config.providers.map((config) => [
      config.id,
      { config, client: createProviderClient(config) },
    ]),
  )
  const findProvider = (id: string): Provider => {
    const found = providers.get(id)
    if (!found) throw new NotFound()
    return found
  }
  callbackRoutes(app, findProvider)

  app.route({
    ...routeOptions('provider.login'),
    schema: { params: ProviderParams },
    async handler(request, reply) {
      const provider = findProvider(request.params.provider)
      return startAttempt(app, request, reply, { ...provider, sessionId: null })
    },
  })

  app.route({
    ...routeOptions('linked-account.store'),
    schema: { params: ProviderParams },
    async handler(request, reply) {
      const { sessionId } = request.actor()
      const provider = findProvider(request.params.provider)
      return startAttempt(app, request, reply, { ...provider, sessionId })
    },
  })

  app.route({
    ...routeOptions('linked-account.destroy'),
    schema: { params: z.object({ account: z.string() }) },
    async handler(request, reply) {
      await unlinkAccount(request.context(), request.actor(), request.params.account)
      return reply.flash({ status: 'account-unlinked' }).back(route('profile.security'))
    },
  })
}

/**
 * Leads to the provider, from a link of our own pages only: another site could otherwise sign people in, or have accounts
 * created for them, without their asking.
 */
async function startAttempt(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { config, client, sessionId }: Provider & Pick<ProviderAttempt, 'sessionId'>,
) {
  if (request.headers['sec-fetch-site'] !== 'same-origin')
    return reply.redirect(originPage(request))
  const attempt = newAttempt(request, { provider: config.id, sessionId })
  const redirectUri = `${app.config.origin}${route('provider.callback', { provider: config.id })}`
  const url = await client
    .signInUrl(attempt, redirectUri, request.context().realNow)
    .catch((error: unknown) => logProviderError(request, error))
  if (url instanceof ProviderError)
    return refuse(request, reply, errorMessages[url.reason](config.label))
  reply.setCookie(app.cookieNames.provider, sealAttempt(app, attempt), {
    ...cookieOptions(app.config),
    maxAge: attemptLifetimeMs / 1000,
  })
  return reply.redirect(url.href)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { cookieOptions } from '#app/http/security/cookies.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { ownReferer } from '#app/http/session/return-to.ts'
import { providerOfDomain } from '#app/platform/auth/required-provider.ts'
import { NotFound } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'

import { callbackRoutes, type Provider } from './callback-routes.ts'
import { attemptLifetimeMs, startLimits } from './limits.ts'
import { logoutRoutes } from './logout-routes.ts'
import { logProviderError, originPage, rejectProviderAttempt } from './provider-attempt-reply.ts'
import { type NewAttempt, newProviderAttempt, encryptProviderAttempt } from './provider-attempt.ts'
import { createProviderClient } from './provider-client.ts'
import { ProviderError } from './provider-identity.ts'
import { errorMessages } from './provider-messages.ts'
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
  logoutRoutes(app, findProvider)

  app.route({
    ...routeOptions('provider.login'),
    schema: { params: ProviderParams, querystring: z.object({ remember: checkbox }) },
    handler(request, reply) {
      const provider = findProvider(request.params.provider)
      const { remember } = request.query
      return startAttempt(app, request, reply, provider, {
        purpose: 'sign-in',
        sessionId: null,
        remember,
      })
    },
  })

  app.route({
    ...routeOptions('provider.confirm'),
    schema: { params: ProviderParams },
    handler(request, reply) {
      const provider = findProvider(request.params.provider)
      if (!provider.config.confirms) throw new NotFound()
      const { sessionId } = request.actor()
      // The confirmation page knows where it leads; the dialog is on the page itself.
      const from = ownReferer(request, app.config.origin)
      const isFromPage = from === null || from === route('password.confirm')
      const returnTo = isFromPage ? (request.returnTo()?.page ?? null) : from
      return startAttempt(app, request, reply, provider, {
        purpose: 'confirm',
        sessionId,
        returnTo,
      })
    },
  })

  linkRoutes(app, findProvider)
}

function linkRoutes(app: App, findProvider: (id: string) => Provider) {
  app.route({
    ...routeOptions('linked-account.store'),
    schema: { params: ProviderParams },
    handler(request, reply) {
      const { sessionId } = request.actor()
      const provider = findProvider(request.params.provider)
      // After the form of the confirmation, sent without script, our policy lets no redirect leave the site.
      const isAfterForm = request.headers['x-inertia'] === undefined
      if (isAfterForm && ownReferer(request, app.config.origin) === route('password.confirm')) {
        const banner = request.translator("You've confirmed it's you. You can now continue.")
        return reply.flash({ banner }).redirect(originPage(request))
      }
      return startAttempt(app, request, reply, provider, { purpose: 'link', sessionId })
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
 * created for them, without their asking. `onlyFrom` in the route table also keeps such a link from being remembered.
 */
async function startAttempt(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { config, client }: Provider,
  input: NewAttempt,
) {
  if (request.headers['sec-fetch-site'] !== 'same-origin')
    return reply.redirect(originPage(request, input))
  await rateLimit(app, request, {
    action: 'provider-start',
    accountKey: null,
    limits: startLimits,
  })
  const context = request.context()
  const attempt = newProviderAttempt(context, config.id, input)
  const loginHint = input.purpose === 'sign-in' ? ownLoginHint(request, config) : null
  const redirectUri = `${app.config.origin}${route('provider.callback', { provider: config.id })}`
  const url = await client
    .signInUrl(attempt, { redirectUri, loginHint }, context.realNow)
    .catch((error: unknown) => logProviderError(request, error))
  if (url instanceof ProviderError)
    return rejectProviderAttempt(request, reply, errorMessages[url.reason](config.label), input)
  reply.setCookie(app.cookieNames.provider, encryptProviderAttempt(app, attempt), {
    ...cookieOptions(app.config),
    maxAge: attemptLifetimeMs / 1000,
  })
  return reply.redirect(url.href)
}

/** The address that was typed on the sign-in page, for the provider that it belongs to. */
function ownLoginHint(request: FastifyRequest, { id }: Provider['config']): string | null {
  const { loginHint } = request.guestSession()
  if (loginHint === undefined) return null
  return providerOfDomain(loginHint, request.server.config)?.id === id ? loginHint : null
}

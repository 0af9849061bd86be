import type { Message } from '@foyer/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { cookieOptions, unambiguousCookie } from '#app/http/security/cookies.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { setLastProvider } from '#app/http/session/last-provider.ts'
import type { ProviderConfig } from '#app/platform/config/providers.ts'
import { AccountLocked } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'

import { type Identity, ProviderError } from './identity.ts'
import { callbackLimits } from './limits.ts'
import { linkAccount } from './link-account.ts'
import { errorMessages, linkMessages, refusalMessages, startAgainMessage } from './messages.ts'
import { consumeAttempt, openAttempt, type ProviderAttempt } from './provider-attempt.ts'
import type { ProviderClient } from './provider-client.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'

export interface Provider {
  config: ProviderConfig
  client: ProviderClient
}

/** @param findProvider  throws NotFound */
export function callbackRoutes(app: App, findProvider: (id: string) => Provider) {
  app.route({
    ...routeOptions('provider.callback'),
    schema: { params: z.object({ provider: z.string() }) },
    async handler(request, reply) {
      const provider = findProvider(request.params.provider)
      const answer = answerOf(app, request, provider.config)
      const attempt = await finishedAttempt(app, request, reply, { ...provider, answer })
      if (!attempt) return refuse(request, reply, startAgainMessage)
      await throttle(app, request, {
        action: 'provider-callback',
        accountKey: null,
        limits: callbackLimits,
      })
      const identity = await provider.client
        .identity(answer, attempt, request.context().realNow)
        .catch((error: unknown) => logProviderError(request, error))
      if (identity instanceof ProviderError)
        return refuse(request, reply, errorMessages[identity.reason](provider.config.label))
      const signedIn = { provider: provider.config, identity }
      return attempt.sessionId === null
        ? signIn(app, request, reply, signedIn)
        : link(request, reply, signedIn)
    },
  })
}

/** The attempt of this browser, session, provider and `state`, once; null for any other answer. */
async function finishedAttempt(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { config, answer }: Provider & { answer: URL },
): Promise<ProviderAttempt | null> {
  const { keys, db } = app
  const cookie = unambiguousCookie(request, app.cookieNames.provider)
  const attempt = cookie === undefined ? null : openAttempt({ keys, now: request.now }, cookie)
  if (!attempt || attempt.provider !== config.id) return null
  if (attempt.state !== answer.searchParams.get('state')) return null
  if (attempt.sessionId !== (request.session?.session_id ?? null)) return null
  reply.clearCookie(app.cookieNames.provider, cookieOptions(app.config))
  return (await consumeAttempt({ db }, attempt)) ? attempt : null
}

/** The address of this request as the provider knows it: our own origin, whatever the client sent. */
function answerOf(app: App, request: FastifyRequest, { id }: ProviderConfig): URL {
  const url = new URL(route('provider.callback', { provider: id }), app.config.origin)
  const start = request.url.indexOf('?')
  url.search = start === -1 ? '' : request.url.slice(start)
  return url
}

interface SignedIn {
  provider: ProviderConfig
  identity: Identity
}

async function signIn(app: App, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const { provider } = signedIn
  const signingIn = signInWithProvider(request.context(), request.client(), signedIn)
  const result = await signingIn.catch((error: unknown) => {
    if (error instanceof AccountLocked) return error
    throw error
  })
  if (result instanceof AccountLocked)
    return refuse(request, reply, result.fields['email'] ?? result.userMessage)
  if ('refused' in result) {
    // After signing in the other way, the account can be linked at once.
    if (result.refused === 'exists') reply.updateGuestSession({ intended: linkedAccountsUrl() })
    return refuse(request, reply, refusalMessages[result.refused](provider.label))
  }
  setLastProvider(app, reply, provider.id)
  if ('challenge' in result) {
    reply.setTwoFactorCookie(result.challenge)
    return reply.redirect(route('two-factor.login'))
  }
  const destination = intendedUrl(request)
  await reply.signIn(result.session, false)
  return reply.redirect(destination)
}

async function link(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const { provider, identity } = signedIn
  const result = await linkAccount(request.context(), request.actor(), provider, identity)
  if (result !== 'linked') return refuse(request, reply, linkMessages[result](provider.label))
  return reply.flash({ status: 'account-linked' }).redirect(originPage(request))
}

/** Shows the message on the page that the person came from. */
export function refuse(request: FastifyRequest, reply: FastifyReply, message: Message) {
  const banner = request.translator(message)
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(originPage(request))
}

/** The page with the links to the providers. */
export function originPage({ session }: FastifyRequest): string {
  return session ? linkedAccountsUrl() : route('login')
}

const linkedAccountsUrl = () => `${route('profile.security')}#linked-accounts`

/** Logs an expected error and returns it; throws any other. */
export function logProviderError(request: FastifyRequest, error: unknown): ProviderError {
  if (!(error instanceof ProviderError)) throw error
  request.log.warn({ reason: error.reason, code: error.message }, 'provider sign-in failed')
  return error
}

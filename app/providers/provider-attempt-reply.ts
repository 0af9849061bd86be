import type { Message } from '@foyer/i18n'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { continueToSession } from '#app/http/session/finish-sign-in.ts'
import { setLastProvider } from '#app/http/session/last-provider-cookie.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import { Refused } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { registrationLimits } from '#app/registration/limits.ts'

import { confirmWithProvider } from './confirm-with-provider.ts'
import { linkAccount } from './link-account.ts'
import type { ProviderAttempt } from './provider-attempt.ts'
import { type Identity, ProviderError } from './provider-identity.ts'
import { confirmationMessages, linkMessages, refusalMessages } from './provider-messages.ts'
import { isLinked, signInWithProvider } from './sign-in-with-provider.ts'

interface Completed {
  provider: ProviderConfig
  identity: Identity
  attempt: ProviderAttempt
}

/** Performs the action that the attempt was started for: sign in, link or confirm. */
export function completeProviderAttempt(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  completed: Completed,
) {
  switch (completed.attempt.purpose) {
    case 'sign-in':
      return signIn(app, request, reply, completed)
    case 'link':
      return link(request, reply, completed)
    case 'confirm':
      return confirm(request, reply, completed)
  }
}

async function signIn(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, identity, attempt: { remember } }: Completed,
) {
  const signedIn = { provider, identity, remember }
  // Shares the rate limit of the registration form, which a provider that anybody can join would otherwise bypass.
  if (!(await isLinked(app.db, signedIn)))
    await rateLimit(app, request, {
      action: 'register',
      accountKey: null,
      limits: registrationLimits,
    })
  const signingIn = signInWithProvider(request.context(), request.client(), signedIn)
  const result = await signingIn.catch(closedAccount)
  if (result instanceof Error)
    return rejectProviderAttempt(
      request,
      reply,
      Object.values(result.fields)[0] ?? result.userMessage,
    )
  if ('refused' in result) {
    // After signing in the other way, the account can be linked at once.
    if (result.refused === 'exists') reply.updateGuestSession({ intended: linkedAccountsUrl() })
    return rejectProviderAttempt(request, reply, refusalMessages[result.refused](provider.label))
  }
  setLastProvider(app, reply, provider.id)
  return continueToSession(reply, result, remember)
}

function closedAccount(error: unknown): Refused {
  if (error instanceof Refused) return error
  throw error
}

async function link(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, identity }: Completed,
) {
  const result = await linkAccount(request.context(), request.actor(), provider, identity)
  if (result === 'linked') reply.flash({ status: 'account-linked' })
  else {
    const banner = request.translator(linkMessages[result](provider.label))
    reply.flash({ banner, bannerStyle: 'danger' })
  }
  return reply.redirect(linkedAccountsUrl())
}

async function confirm(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, identity, attempt }: Completed,
) {
  const { startedAt, returnTo } = attempt
  const confirmation = { provider, identity, startedAt }
  const result = await confirmWithProvider(request.context(), request.actor(), confirmation)
  if ('refused' in result) {
    const message = confirmationMessages[result.refused](provider.label)
    return rejectProviderAttempt(request, reply, message, attempt)
  }
  await reply.signIn(result, request.currentUser().remembered === 1)
  reply.clearReturnTo()
  const banner = request.translator("You've confirmed it's you. You can now continue.")
  return reply.flash({ banner }).redirect(returnTo ?? route('dashboard'))
}

type Started = Pick<ProviderAttempt, 'purpose'>

/** Shows the message on the page that the person came from. */
export function rejectProviderAttempt(
  request: FastifyRequest,
  reply: FastifyReply,
  message: Message,
  attempt?: Started,
) {
  const banner = request.translator(message)
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(originPage(request, attempt))
}

/** The page with the links to the providers. */
export function originPage(request: FastifyRequest, attempt?: Started): string {
  if (request.session && attempt?.purpose === 'confirm') return route('password.confirm')
  return request.canSignIn() ? route('login') : linkedAccountsUrl()
}

const linkedAccountsUrl = () => `${route('profile.security')}#linked-accounts`

/** Logs an expected error and returns it; throws any other. */
export function logProviderError(request: FastifyRequest, error: unknown): ProviderError {
  if (!(error instanceof ProviderError)) throw error
  request.log.warn({ reason: error.reason, code: error.message }, 'provider sign-in failed')
  return error
}

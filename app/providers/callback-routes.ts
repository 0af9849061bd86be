import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { cookieOptions, unambiguousCookie } from '#app/http/security/cookies.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import { NotFound } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'

import { parseAppleUserName } from './apple-user-name.ts'
import { AnswerForm, formPostRoutes } from './form-post-routes.ts'
import { callbackLimits } from './limits.ts'
import {
  completeProviderAttempt,
  logProviderError,
  rejectProviderAttempt,
} from './provider-attempt-reply.ts'
import { consumeAttempt, decryptProviderAttempt, type ProviderAttempt } from './provider-attempt.ts'
import type { ProviderClient } from './provider-client.ts'
import { ProviderError } from './provider-identity.ts'
import { errorMessages, startAgainMessage } from './provider-messages.ts'

export interface Provider {
  config: ProviderConfig
  client: ProviderClient
}

const ProviderParams = z.object({ provider: z.string() })

/** @param findProvider  throws NotFound */
export function callbackRoutes(app: App, findProvider: (id: string) => Provider) {
  app.route({
    ...routeOptions('provider.callback'),
    schema: { params: ProviderParams },
    handler(request, reply) {
      const provider = findProvider(request.params.provider)
      const start = request.url.indexOf('?')
      const query = start === -1 ? '' : request.url.slice(start)
      const answer = answerOf(app, provider.config, 'query', query)
      return finish(app, request, reply, { ...provider, answer, name: null })
    },
  })

  formPostRoutes(app, (id) => formProvider(id).config)

  app.route({
    ...routeOptions('provider.answer'),
    schema: { params: ProviderParams, body: AnswerForm },
    handler(request, reply) {
      const provider = formProvider(request.params.provider)
      const { user, ...fields } = request.body
      const query = new URLSearchParams(fields).toString()
      const answer = answerOf(app, provider.config, 'form_post', query)
      return finish(app, request, reply, { ...provider, answer, name: parseAppleUserName(user) })
    },
  })

  function formProvider(id: string): Provider {
    const provider = findProvider(id)
    if (provider.config.responseMode !== 'form_post') throw new NotFound()
    return provider
  }
}

interface Answer extends Provider {
  answer: URL
  name: string | null
}

async function finish(app: App, request: FastifyRequest, reply: FastifyReply, answered: Answer) {
  const { config, client, answer, name } = answered
  const attempt = await finishedAttempt(app, request, reply, answered)
  if (!attempt) return rejectProviderAttempt(request, reply, startAgainMessage)
  await rateLimit(app, request, {
    action: 'provider-callback',
    accountKey: null,
    limits: callbackLimits,
  })
  const identity = await client
    .identity(answer, attempt, request.context().realNow)
    .catch((error: unknown) => logProviderError(request, error))
  if (identity instanceof ProviderError)
    return rejectProviderAttempt(
      request,
      reply,
      errorMessages[identity.reason](config.label),
      attempt,
    )
  const named = { ...identity, name: identity.name ?? name }
  return completeProviderAttempt(app, request, reply, {
    provider: config,
    identity: named,
    attempt,
  })
}

/** The attempt of this browser, session, provider and `state`, once; null for any other answer. */
async function finishedAttempt(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { config, answer }: Answer,
): Promise<ProviderAttempt | null> {
  const { keys, db } = app
  const cookie = unambiguousCookie(request, app.cookieNames.provider)
  const attempt =
    cookie === undefined ? null : decryptProviderAttempt({ keys, now: request.now }, cookie)
  if (!attempt || attempt.provider !== config.id) return null
  if (attempt.state !== answer.searchParams.get('state')) return null
  if (!isOfSession(request, attempt)) return null
  reply.clearCookie(app.cookieNames.provider, cookieOptions(app.config))
  return (await consumeAttempt(db, attempt)) ? attempt : null
}

/** A sign-in belongs to a guest or to a user who adds an account, any other attempt to the session that asked for it. */
function isOfSession(request: FastifyRequest, { sessionId }: ProviderAttempt): boolean {
  return sessionId === null ? request.canSignIn() : request.session?.session_id === sessionId
}

/**
 * The address of this answer as the provider knows it: our own origin, whatever the client sent. Empty when it came in a way that
 * is not the provider's.
 */
function answerOf(
  app: App,
  { id, responseMode }: ProviderConfig,
  mode: ProviderConfig['responseMode'],
  query: string,
): URL {
  const url = new URL(route('provider.callback', { provider: id }), app.config.origin)
  url.search = mode === responseMode ? query : ''
  return url
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { browserId } from '#app/http/security/browser-id.ts'
import { setCsrfCookie } from '#app/http/security/csrf.ts'
import { rateLimitChange } from '#app/http/security/rate-limit-change.ts'
import { type Attempt, clearAttempts, rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions, machineEndpoint } from '#app/http/server/route-options.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { setLastProvider } from '#app/http/session/last-provider-cookie.ts'
import { route } from '#app/platform/route.ts'

import { confirmWithPasskey, signInWithPasskey } from './authenticate-with-passkey.ts'
import { verificationLimits, optionsLimits, maxCredentialBytes } from './limits.ts'
import { offerRoutes } from './offer-routes.ts'
import * as forms from './passkey-forms.ts'
import { defaultPasskeyName } from './passkeys.ts'
import { registerPasskey } from './register-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import type { ChallengeContext } from './webauthn-challenges.ts'
import { confirmOptions, loginOptions, registrationOptions } from './webauthn-options.ts'
import { relyingParty, UnknownPasskey } from './webauthn.ts'

const bodyLimit = maxCredentialBytes
const PasskeyParams = z.object({ passkey: z.string() })

export function passkeyRoutes(app: App) {
  optionsRoutes(app)
  verificationRoutes(app)
  managementRoutes(app)
  offerRoutes(app)

  app.route({
    ...machineEndpoint('well-known.passkeys'),
    handler(_request, reply) {
      const page = `${app.config.origin}${route('profile.security')}#passkeys`
      return reply.send({ enroll: page, manage: page })
    },
  })
}

function optionsRoutes(app: App) {
  app.route({
    ...routeOptions('passkey.login-options'),
    async handler(request, reply) {
      const input = await optionsInput(request, 'login')
      // The challenge is bound to the cookie of this browser, which a guest may not have yet.
      setCsrfCookie(app, request, reply)
      return sendOptions(reply, await loginOptions(input))
    },
  })

  app.route({
    ...routeOptions('passkey.confirm-options'),
    async handler(request, reply) {
      const input = await optionsInput(request, 'confirm')
      return sendOptions(reply, await confirmOptions(app.db, input, request.actor().userId))
    },
  })

  app.route({
    ...routeOptions('passkey.registration-options'),
    schema: { querystring: forms.PasskeyRegistrationQuery },
    async handler(request, reply) {
      const input = await optionsInput(request, registrationPurpose(request.query))
      return sendOptions(reply, await registrationOptions(app.db, input, request.currentUser()))
    },
  })

  async function optionsInput(request: FastifyRequest, purpose: ChallengeContext['purpose']) {
    const flow = flowContext(app, request, purpose)
    const { userId } = flow.challengeContext
    const action = `passkey-${purpose}-options`
    await rateLimit(app, request, { action, accountKey: userId, limits: optionsLimits })
    return { ...flow, keys: app.keys, now: request.now }
  }
}

function verificationRoutes(app: App) {
  app.route({
    ...routeOptions('passkey.login'),
    schema: { body: forms.PasskeySignInForm },
    bodyLimit,
    async handler(request, reply) {
      const { body } = request
      const attempt = attemptOf('login', body.credential.id)
      await rateLimit(app, request, attempt)
      const flow = flowContext(app, request, 'login')
      const [context, client] = [request.context(), request.client()]
      const signIn = signInWithPasskey(context, client, body, flow)
      const session = await signIn.catch((error) => flagUnknownPasskey(reply, error))
      await clearAttempts(app, request, attempt)
      setLastProvider(app, reply, null)

      const destination = intendedUrl(request)
      await reply.signIn(session, body.remember)
      return respondWithRedirect(reply, destination)
    },
  })

  app.route({
    ...routeOptions('passkey.confirm'),
    schema: { body: forms.PasskeyAssertionForm },
    bodyLimit,
    async handler(request, reply) {
      const actor = request.actor()
      const attempt = attemptOf('confirm', actor.userId)
      await rateLimit(app, request, attempt)
      const flow = flowContext(app, request, 'confirm')
      const { credential } = request.body
      const session = await confirmWithPasskey(request.context(), actor, credential, flow)
      await clearAttempts(app, request, attempt)

      const destination = request.returnTo()?.page ?? route('dashboard')
      await reply.signIn(session, request.currentUser().remembered === 1)
      return respondWithRedirect(reply, destination)
    },
  })
}

function managementRoutes(app: App) {
  app.route({
    ...routeOptions('passkey.store'),
    schema: { body: forms.PasskeyRegistrationForm },
    bodyLimit,
    async handler(request, reply) {
      const actor = request.actor()
      await rateLimit(app, request, attemptOf('store', actor.userId))
      const flow = flowContext(app, request, registrationPurpose(request.body))
      const { credential, second_factor_only: secondFactorOnly } = request.body
      const name =
        request.body.name ?? defaultPasskeyName(request.translator, { ...actor, secondFactorOnly })
      const { requireTwoFactor } = app.config
      const passkey = await registerPasskey(
        request.context(),
        actor,
        { credential, name },
        { ...flow, requireTwoFactor },
      )
      const status = secondFactorOnly ? 'security-key-registered' : 'passkey-registered'
      return respondWithResult(reply, { status, ...passkey })
    },
  })

  app.route({
    ...routeOptions('passkey.update'),
    schema: { params: PasskeyParams, body: forms.PasskeyRenameForm },
    async handler(request, reply) {
      const { passkey: id } = request.params
      const { name } = request.body
      await rateLimitChange(app, request, request.actor())
      await renamePasskey(app.db, request.actor(), id, name)
      const result = { status: 'passkey-updated', id, name }
      return respondWithResult(reply, result)
    },
  })

  app.route({
    ...routeOptions('passkey.destroy'),
    schema: { params: PasskeyParams },
    async handler(request, reply) {
      await removePasskey(request.context(), request.actor(), request.params.passkey, app.config)
      return respondWithResult(reply, { status: 'passkey-deleted' })
    },
  })
}

function registrationPurpose(kind: z.output<typeof forms.PasskeyRegistrationQuery>) {
  if (kind.second_factor_only) return 'security-key-registration'
  return kind.automatic ? 'automatic-registration' : 'registration'
}

function attemptOf(what: string, accountKey: string): Attempt {
  return { action: `passkey-${what}`, accountKey, limits: verificationLimits, field: 'credential' }
}

function flowContext(app: App, request: FastifyRequest, purpose: ChallengeContext['purpose']) {
  const userId = purpose === 'login' ? null : request.actor().userId
  const challengeContext = { purpose, browserId: browserId(request), userId }
  return { party: relyingParty(app.config), challengeContext }
}

const sendOptions = (reply: FastifyReply, options: object) =>
  reply.header('cache-control', 'no-store').send({ options })

/** Lets the browser stop offering a passkey that no longer exists. */
function flagUnknownPasskey(reply: FastifyReply, error: unknown): never {
  if (error instanceof UnknownPasskey) reply.header('passkey-unknown', '1')
  throw error
}

const respondWithRedirect = (reply: FastifyReply, redirect: string) =>
  respond(reply, { json: { redirect }, to: redirect })

const respondWithResult = (reply: FastifyReply, result: { status: string }) =>
  respond(reply, { json: result, status: result.status })

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { setCsrfCookie } from '#app/http/security/csrf.ts'
import {
  clearAttempts,
  type AttemptLimits,
  throttle,
  type Attempt,
} from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app.ts'
import { routeOptions, machineEndpoint } from '#app/http/server/route-options.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { minute } from '#app/platform/lib/durations.ts'
import { route } from '#app/platform/route.ts'

import type { ChallengeContext } from './challenges.ts'
import { confirmWithPasskey } from './confirm-with-passkey.ts'
import { UnknownPasskey } from './errors.ts'
import {
  PasskeyConfirmationForm,
  PasskeyRegistrationForm,
  PasskeyRenameForm,
  PasskeySignInForm,
} from './passkey-forms.ts'
import { maxCredentialBytes as bodyLimit } from './passkey-forms.ts'
import { defaultPasskeyName } from './passkeys.ts'
import { registerPasskey } from './register-passkey.ts'
import { relyingParty } from './relying-party.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { confirmOptions, loginOptions, registrationOptions } from './webauthn-options.ts'

const PasskeyParams = z.object({ passkey: z.string() })
const verificationLimits: AttemptLimits = {
  perIp: [120, minute],
  perIpAndAccount: [
    [10, minute],
    [60, 60 * minute],
  ],
  perAccount: [200, 60 * minute],
}

/** Options are asked for by every view of the sign-in page, and cost nothing. */
const optionsLimits: AttemptLimits = {
  perIp: [600, minute],
  perIpAndAccount: [[60, minute]],
  perAccount: [600, minute],
}

export function passkeyRoutes(app: App) {
  optionsRoutes(app)
  verificationRoutes(app)
  managementRoutes(app)

  app.route({
    ...machineEndpoint('well-known.passkeys'),
    handler(_request, reply) {
      const page = `${app.config.origin}${route('profile.show')}#passkeys`
      return reply.send({ enroll: page, manage: page })
    },
  })
}

/** What each ceremony begins with. Asking writes nothing that a crawler could fill a table with. */
function optionsRoutes(app: App) {
  app.route({
    ...routeOptions('passkey.login-options'),
    async handler(request, reply) {
      const input = await optionsInput(request, 'login')
      // The challenge is for this browser, which has to be known again.
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
    async handler(request, reply) {
      const input = await optionsInput(request, 'registration')
      return sendOptions(reply, await registrationOptions(app.db, input, request.currentUser()))
    },
  })

  async function optionsInput(request: FastifyRequest, purpose: ChallengeContext['purpose']) {
    const flow = flowContext(app, request, purpose)
    const { userId, browserId } = flow.challengeContext
    const account = userId ?? browserId
    await throttle(app, request, {
      action: `passkey-${purpose}-options`,
      accountKey: account,
      limits: optionsLimits,
    })
    return { ...flow, keys: app.keys, now: request.now }
  }
}

/** Where a passkey opens something. */
function verificationRoutes(app: App) {
  app.route({
    ...routeOptions('passkey.login'),
    schema: { body: PasskeySignInForm },
    bodyLimit,
    async handler(request, reply) {
      const { body } = request
      const attempt = attemptOf('login', body.credential.id)
      await throttle(app, request, attempt)
      const flow = flowContext(app, request, 'login')
      const session = await signInWithPasskey(
        request.context(),
        request.client(),
        body,
        flow,
      ).catch((error) => flagUnknownPasskey(reply, error))
      await clearAttempts(app, request, attempt)

      const destination = intendedUrl(request)
      await reply.signIn(session, body.remember)
      return sendRedirect(request, reply, destination)
    },
  })

  app.route({
    ...routeOptions('passkey.confirm'),
    schema: { body: PasskeyConfirmationForm },
    bodyLimit,
    async handler(request, reply) {
      const actor = request.actor()
      const attempt = attemptOf('confirm', actor.userId)
      await throttle(app, request, attempt)
      const flow = flowContext(app, request, 'confirm')
      const { credential } = request.body
      const session = await confirmWithPasskey(request.context(), actor, credential, flow)
      await clearAttempts(app, request, attempt)

      const destination = request.returnTo()?.page ?? route('dashboard')
      await reply.signIn(session, request.currentUser().remembered === 1)
      return sendRedirect(request, reply, destination)
    },
  })
}

function managementRoutes(app: App) {
  app.route({
    ...routeOptions('passkey.store'),
    schema: { body: PasskeyRegistrationForm },
    bodyLimit,
    async handler(request, reply) {
      const actor = request.actor()
      await throttle(app, request, attemptOf('store', actor.userId))
      const { credential } = request.body
      const name = request.body.name ?? defaultPasskeyName(request.translator, actor.userAgent)
      const flow = { ...flowContext(app, request, 'registration'), ...app.config }
      const passkey = await registerPasskey(request.context(), actor, { credential, name }, flow)
      const result = { status: 'passkey-registered', ...passkey }
      return sendResult(request, reply, result)
    },
  })

  app.route({
    ...routeOptions('passkey.update'),
    schema: { params: PasskeyParams, body: PasskeyRenameForm },
    async handler(request, reply) {
      const { passkey: id } = request.params
      const { name } = request.body
      await renamePasskey(app.db, request.actor(), id, name)
      const result = { status: 'passkey-updated', id, name }
      return sendResult(request, reply, result)
    },
  })

  app.route({
    ...routeOptions('passkey.destroy'),
    schema: { params: PasskeyParams },
    async handler(request, reply) {
      await removePasskey(request.context(), request.actor(), request.params.passkey, app.config)
      return sendResult(request, reply, { status: 'passkey-deleted' })
    },
  })
}

function attemptOf(what: string, account: string): Attempt {
  return {
    action: `passkey-${what}`,
    accountKey: account,
    limits: verificationLimits,
    field: 'credential',
  }
}

/** For whom and what a challenge is, and who we are. */
function flowContext(app: App, request: FastifyRequest, purpose: ChallengeContext['purpose']) {
  const party = relyingParty(app.config)
  if (purpose === 'login') {
    return {
      party,
      challengeContext: { purpose, browserId: request.guestSession().id, userId: null },
    }
  }
  const { sessionId, userId } = request.actor()
  return { party, challengeContext: { purpose, browserId: sessionId, userId } }
}

const sendOptions = (reply: FastifyReply, options: object) =>
  reply.header('cache-control', 'no-store').send({ options })

/** The browser can stop offering a passkey that leads nowhere. */
function flagUnknownPasskey(reply: FastifyReply, error: unknown): never {
  if (error instanceof UnknownPasskey) reply.header('passkey-unknown', '1')
  throw error
}

function sendRedirect(request: FastifyRequest, reply: FastifyReply, redirect: string) {
  return request.inertia.wantsJson ? reply.send({ redirect }) : reply.redirect(redirect)
}

function sendResult(request: FastifyRequest, reply: FastifyReply, result: { status: string }) {
  if (request.inertia.wantsJson) return reply.send(result)
  return reply.flash({ status: result.status }).back(route('profile.show'))
}

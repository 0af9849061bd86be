import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at, forPrograms } from '#app/http/at.ts'
import { keepCsrfCookie } from '#app/http/csrf.ts'
import { intended } from '#app/http/intended.ts'
import { forgive, type Limits, throttle, type Try } from '#app/http/throttle.ts'
import { minute } from '#app/platform/durations.ts'
import { route } from '#app/platform/route.ts'

import { confirmOptions, loginOptions, registrationOptions } from './ceremony-options.ts'
import type { Use } from './challenges.ts'
import { confirmWithPasskey } from './confirm-with-passkey.ts'
import { ConfirmForm, RegistrationForm, RenameForm, SignInForm } from './credential-form.ts'
import { largestCredential as bodyLimit } from './credential-form.ts'
import { defaultName } from './passkeys.ts'
import { UnknownPasskey } from './refusals.ts'
import { registerPasskey } from './register-passkey.ts'
import { relyingParty } from './relying-party.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

const Address = z.object({ passkey: z.string() })
const limits: Limits = {
  address: [120, minute],
  pair: [
    [10, minute],
    [60, 60 * minute],
  ],
  account: [200, 60 * minute],
}

/** Options are asked for by every view of the sign-in page, and cost nothing. */
const looking: Limits = { address: [600, minute], pair: [[60, minute]], account: [600, minute] }

export function passkeyRoutes(app: App) {
  optionRoutes(app)
  proofRoutes(app)
  ownRoutes(app)

  app.route({
    ...forPrograms('well-known.passkeys'),
    handler(_request, reply) {
      const page = `${app.config.origin}${route('profile.show')}#passkeys`
      return reply.send({ enroll: page, manage: page })
    },
  })
}

/** What each ceremony begins with. Asking writes nothing that a crawler could fill a table with. */
function optionRoutes(app: App) {
  app.route({
    ...at('passkey.login-options'),
    async handler(request, reply) {
      const asking = await ask(request, 'login')
      // The challenge is for this browser, which has to be known again.
      keepCsrfCookie(app, request, reply)
      return tellOptions(reply, await loginOptions(asking))
    },
  })

  app.route({
    ...at('passkey.confirm-options'),
    async handler(request, reply) {
      const asking = await ask(request, 'confirm')
      return tellOptions(reply, await confirmOptions(app.db, asking, request.account().userId))
    },
  })

  app.route({
    ...at('passkey.registration-options'),
    async handler(request, reply) {
      const asking = await ask(request, 'registration')
      return tellOptions(reply, await registrationOptions(app.db, asking, request.person()))
    },
  })

  async function ask(request: FastifyRequest, purpose: Use['purpose']) {
    const terms = termsOf(app, request, purpose)
    const { userId, browser } = terms.use
    const account = userId ?? browser
    await throttle(app, request, { what: `passkey-${purpose}-options`, account, limits: looking })
    return { ...terms, keys: app.keys, now: request.now }
  }
}

/** Where a passkey opens something. */
function proofRoutes(app: App) {
  app.route({
    ...at('passkey.login'),
    schema: { body: SignInForm },
    bodyLimit,
    async handler(request, reply) {
      const { body } = request
      const attempt = trying('login', body.credential.id)
      await throttle(app, request, attempt)
      const terms = termsOf(app, request, 'login')
      const session = await signInWithPasskey(request.means(), request.origin(), body, terms).catch(
        (error) => tellUnknown(reply, error),
      )
      await forgive(app, request, attempt)

      const destination = intended(request)
      await reply.signIn(session, body.remember)
      return arrive(request, reply, destination)
    },
  })

  app.route({
    ...at('passkey.confirm'),
    schema: { body: ConfirmForm },
    bodyLimit,
    async handler(request, reply) {
      const account = request.account()
      const attempt = trying('confirm', account.userId)
      await throttle(app, request, attempt)
      const terms = termsOf(app, request, 'confirm')
      const { credential } = request.body
      const session = await confirmWithPasskey(request.means(), account, credential, terms)
      await forgive(app, request, attempt)

      const destination = request.interrupted()?.page ?? route('dashboard')
      await reply.signIn(session, request.person().remembered === 1)
      return arrive(request, reply, destination)
    },
  })
}

function ownRoutes(app: App) {
  app.route({
    ...at('passkey.store'),
    schema: { body: RegistrationForm },
    bodyLimit,
    async handler(request, reply) {
      const account = request.account()
      await throttle(app, request, trying('store', account.userId))
      const { credential } = request.body
      const name = request.body.name ?? defaultName(request.text, account.userAgent)
      const terms = { ...termsOf(app, request, 'registration'), ...app.config }
      const made = await registerPasskey(request.means(), account, { credential, name }, terms)
      const answer = { status: 'passkey-registered', ...made }
      return tell(request, reply, answer)
    },
  })

  app.route({
    ...at('passkey.update'),
    schema: { params: Address, body: RenameForm },
    async handler(request, reply) {
      const { passkey: id } = request.params
      const { name } = request.body
      await renamePasskey(app.db, request.account(), id, name)
      const answer = { status: 'passkey-updated', id, name }
      return tell(request, reply, answer)
    },
  })

  app.route({
    ...at('passkey.destroy'),
    schema: { params: Address },
    async handler(request, reply) {
      await removePasskey(request.means(), request.account(), request.params.passkey, app.config)
      return tell(request, reply, { status: 'passkey-deleted' })
    },
  })
}

function trying(what: string, account: string): Try {
  return { what: `passkey-${what}`, account, limits, field: 'credential' }
}

/** For whom and what a challenge is, and who we are. */
function termsOf(app: App, request: FastifyRequest, purpose: Use['purpose']) {
  const party = relyingParty(app.config)
  if (purpose === 'login') {
    return { party, use: { purpose, browser: request.guest().id, userId: null } }
  }
  const { sessionId, userId } = request.account()
  return { party, use: { purpose, browser: sessionId, userId } }
}

const tellOptions = (reply: FastifyReply, options: object) =>
  reply.header('cache-control', 'no-store').send({ options })

/** The browser can stop offering a passkey that leads nowhere. */
function tellUnknown(reply: FastifyReply, error: unknown): never {
  if (error instanceof UnknownPasskey) reply.header('passkey-unknown', '1')
  throw error
}

function arrive(request: FastifyRequest, reply: FastifyReply, redirect: string) {
  return request.inertia.wantsJson ? reply.send({ redirect }) : reply.redirect(redirect)
}

function tell(request: FastifyRequest, reply: FastifyReply, answer: { status: string }) {
  if (request.inertia.wantsJson) return reply.send(answer)
  return reply.flash({ status: answer.status }).back(route('profile.show'))
}

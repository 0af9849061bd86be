import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { isLikelyBot, startTimeTrap } from '#app/http/security/bot-traps.ts'
import { codeRequester } from '#app/http/security/code-requester.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { providerLinks } from '#app/http/session/last-provider-cookie.ts'
import {
  type Legal,
  type LegalVersions,
  combinedVersion,
  requireCurrentTerms,
  documentVersions,
} from '#app/legal/legal.ts'
import { passwordPolicy, requireStrongPassword } from '#app/platform/auth/password-rules.ts'
import { NotFound } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { registrationLimits } from './limits.ts'
import { passkeySignUpRoutes } from './passkey-sign-up-routes.ts'
import { registrationInput } from './pending-registration.ts'
import { passkeyRegisterForm, registerForm, type RegisterInput } from './register-form.ts'
import { register, type RegistrationCookie } from './registration.ts'
import { withPasswordProblem } from './with-password-problem.ts'

declare module '#app/http/session/guest-session.ts' {
  interface GuestSession {
    /** The registration awaiting confirmation. */
    registration?: RegistrationCookie | undefined
  }
}

export function registrationRoutes(app: App, legal: Legal) {
  submitRoutes(app, documentVersions(legal))
  passkeySignUpRoutes(app)
}

const FormQuery = z.object({ change: z.string().optional() })

export function registrationFormRoutes(app: App, legal: Legal) {
  const { config } = app
  const versions = documentVersions(legal)
  const onRequest = async () => {
    if (config.registration === 'closed') throw new NotFound()
  }

  app.route({
    ...routeOptions('register'),
    onRequest,
    schema: { querystring: FormQuery },
    handler: (request, reply) => show(request, reply, { ...request.query, withPasskey: false }),
  })

  app.route({
    ...routeOptions('register.passkey'),
    onRequest,
    schema: { querystring: FormQuery },
    handler: (request, reply) => show(request, reply, { ...request.query, withPasskey: true }),
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { change, withPasskey }: z.output<typeof FormQuery> & { withPasskey: boolean },
  ) {
    startTimeTrap(app, request, reply)
    const { registration } = request.guestSession()
    // "Wrong address?" leads here: the form comes back as it was sent.
    const typed =
      change !== undefined &&
      registration &&
      (await registrationInput(request.context(), registration))
    if (typed) reply.flash({ oldInput: typed })
    return reply.page(
      'Auth/Register',
      {
        passwordMinLength: config.passwordMinLength,
        withPasskey,
        termsVersion: combinedVersion(versions),
        invitation: null,
        challenge: app.captcha?.forPage ?? null,
        providers: providerLinks(request, config),
      },
      // The history remembers what was typed; signing out makes it unreadable.
      { encryptHistory: true },
    )
  }
}

const attempt = { action: 'register', limits: registrationLimits, field: 'email' }

function submitRoutes(app: App, versions: LegalVersions) {
  const { config } = app
  const policy = passwordPolicy(app)
  const onRequest = async () => {
    if (config.registration !== 'open') throw new NotFound()
  }

  app.route({
    ...routeOptions('register.store'),
    onRequest,
    schema: { body: registerForm(config) },
    attachValidation: true,
    async handler(request, reply) {
      if (request.validationError) {
        // Checking the password among breached ones is not free.
        await rateLimit(app, request, { ...attempt, accountKey: null })
        throw await withPasswordProblem(request.validationError, request.body, policy)
      }
      return submit(request, reply, request.body)
    },
  })

  app.route({
    ...routeOptions('register.passkey.store'),
    onRequest,
    schema: { body: passkeyRegisterForm(config) },
    handler: (request, reply) => submit(request, reply, { ...request.body, password: null }),
  })

  async function submit(request: FastifyRequest, reply: FastifyReply, form: RegisterInput) {
    const { name, email, password } = form
    await rateLimit(app, request, { ...attempt, accountKey: emailKey(email) })
    requireCurrentTerms(form.terms_version ?? combinedVersion(versions), versions)
    if (password !== null) await requireStrongPassword(password, { ...policy, name, email })

    await request.requireCaptcha(form)
    const isBot = isLikelyBot(app, request, { filledHoneypot: form.subject })
    const options = { requester: codeRequester(app, request), isBot }
    reply.updateGuestSession(await register(request.context(), form, versions, options))
    return reply.redirect(route('verification.notice'))
  }
}

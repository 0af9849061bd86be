import { z } from 'zod'

import { isTrapped, startTimeTrap } from '#app/http/security/bot-traps.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { providerLinks } from '#app/http/session/last-provider.ts'
import {
  type Legal,
  type LegalVersions,
  combinedVersion,
  requireCurrentTerms,
  documentVersions,
} from '#app/legal/legal.ts'
import { passwordProblem } from '#app/platform/auth/password-rules.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { registrationLimits } from './limits.ts'
import { registerForm } from './register-form.ts'
import { register, type RegistrationCookie } from './registration.ts'
import { typedRegistration } from './typed-registration.ts'
import { withPasswordProblem } from './with-password-problem.ts'

declare module '#app/http/session/guest-session.ts' {
  interface GuestSession {
    /** The registration awaiting confirmation. */
    registration?: RegistrationCookie | undefined
  }
}

export function registrationRoutes(app: App, legal: Legal) {
  const versions = documentVersions(legal)
  formRoute(app, versions)
  submitRoute(app, versions)
}

function formRoute(app: App, versions: LegalVersions) {
  const { config } = app

  app.route({
    ...routeOptions('register'),
    onRequest: async () => {
      if (config.registration === 'closed') throw new NotFound()
    },
    schema: { querystring: z.object({ change: z.string().optional() }) },
    async handler(request, reply) {
      startTimeTrap(app, request, reply)
      if (config.registration === 'waitlist') {
        const mailboxUrl = hasDevMailbox(config) ? route('mailbox.index') : null
        return reply.page('Auth/Waitlist', {
          mailboxUrl,
          challenge: app.challenge?.forPage ?? null,
        })
      }
      const { registration } = request.guestSession()
      // "Wrong address?" leads here: the form comes back as it was sent.
      const typed =
        request.query.change !== undefined &&
        registration &&
        (await typedRegistration(request.context(), registration))
      if (typed) reply.flash({ oldInput: typed })
      return reply.page(
        'Auth/Register',
        {
          passwordMinLength: config.passwordMinLength,
          termsVersion: combinedVersion(versions),
          invitation: null,
          challenge: app.challenge?.forPage ?? null,
          providers: providerLinks(request, config),
        },
        // The history remembers what was typed; signing out makes it unreadable.
        { encryptHistory: true },
      )
    },
  })
}

function submitRoute(app: App, versions: LegalVersions) {
  const { config } = app
  const policy = { ...config, minLength: config.passwordMinLength, log: app.log }

  app.route({
    ...routeOptions('register.store'),
    onRequest: async () => {
      if (config.registration !== 'open') throw new NotFound()
    },
    schema: { body: registerForm(config) },
    attachValidation: true,
    async handler(request, reply) {
      if (request.validationError)
        throw await withPasswordProblem(request.validationError, request.body, policy)
      const { name, email, password } = request.body
      const accountKey = emailKey(email)
      await throttle(app, request, {
        action: 'register',
        accountKey,
        limits: registrationLimits,
        field: 'email',
      })
      requireCurrentTerms(request.body.terms_version ?? combinedVersion(versions), versions)
      const problem = await passwordProblem(password, { ...policy, name, email })
      if (problem) throw new ValidationError({ password: problem })

      await request.requireAnswer(request.body)
      const isCaught = isTrapped(app, request, { honeypot: request.body.subject })
      reply.updateGuestSession(await register(request.context(), request.body, versions, isCaught))
      return reply.redirect(route('verification.notice'))
    },
  })
}

import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import {
  type Legal,
  combinedVersion,
  requireCurrentTerms,
  documentVersions,
} from '#app/legal/legal.ts'
import { passwordProblem } from '#app/platform/auth/password-rules.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { registrationLimits } from './limits.ts'
import { registerForm } from './register-form.ts'
import { register, type RegistrationCookie } from './registration.ts'

declare module '#app/http/session/guest-session.ts' {
  interface GuestSession {
    /** The registration awaiting confirmation. */
    registration?: RegistrationCookie | undefined
  }
}

export function registrationRoutes(app: App, legal: Legal) {
  const { config } = app
  const { passwordMinLength: minLength } = config
  const versions = documentVersions(legal)

  const onRequest = async () => {
    if (config.registration === 'closed') throw new NotFound()
  }

  app.route({
    ...routeOptions('register'),
    onRequest,
    handler(_request, reply) {
      return reply.page(
        'Auth/Register',
        { passwordMinLength: minLength, termsVersion: combinedVersion(versions) },
        // The history remembers what was typed; signing out makes it unreadable.
        { encryptHistory: true },
      )
    },
  })

  app.route({
    ...routeOptions('register.store'),
    onRequest,
    schema: { body: registerForm(minLength) },
    async handler(request, reply) {
      const { name, email, password } = request.body
      const accountKey = emailKey(email)
      await throttle(app, request, {
        action: 'register',
        accountKey,
        limits: registrationLimits,
        field: 'email',
      })
      requireCurrentTerms(request.body.terms_version ?? combinedVersion(versions), versions)
      const problem = await passwordProblem(password, { ...config, minLength, name, email })
      if (problem) throw new ValidationError({ password: problem })

      reply.updateGuestSession(await register(request.context(), request.body, versions))
      return reply.redirect(route('verification.notice'))
    },
  })
}

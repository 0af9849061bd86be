import { z } from 'zod'

import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import {
  type Legal,
  combinedVersion,
  requireCurrentTerms,
  documentVersions,
} from '#app/legal/legal.ts'
import { passwordProblem, type PasswordPolicy } from '#app/platform/auth/password-rules.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { registrationLimits } from './limits.ts'
import { registerForm, type RegisterInput } from './register-form.ts'
import { register, type RegistrationCookie } from './registration.ts'
import { typedRegistration } from './typed-registration.ts'

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
  const policy = { ...config, minLength, log: app.log }

  const onRequest = async () => {
    if (config.registration === 'closed') throw new NotFound()
  }

  app.route({
    ...routeOptions('register'),
    onRequest,
    schema: { querystring: z.object({ change: z.string().optional() }) },
    async handler(request, reply) {
      const { registration } = request.guestSession()
      // "Wrong address?" leads here: the form comes back as it was sent.
      const typed =
        request.query.change !== undefined &&
        registration &&
        (await typedRegistration(request.context(), registration))
      if (typed) reply.flash({ oldInput: typed })
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

      reply.updateGuestSession(await register(request.context(), request.body, versions))
      return reply.redirect(route('verification.notice'))
    },
  })
}

/** Judges the password too when another field is wrong, so that all errors show at once. */
async function withPasswordProblem(
  error: Error,
  { name, email, password }: RegisterInput,
  policy: PasswordPolicy,
): Promise<Error> {
  if (!(error instanceof ValidationError) || 'password' in error.fields) return error
  const { fields } = error
  const problem = await passwordProblem(password, {
    ...policy,
    ...(!('name' in fields) && { name }),
    ...(!('email' in fields) && { email }),
  })
  return problem ? new ValidationError({ ...fields, password: problem }) : error
}

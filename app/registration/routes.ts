import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { type Legal, onOffer, refuseOldTerms, versionsOf } from '#app/legal/legal.ts'
import { minute } from '#app/platform/durations.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { Forbidden, Invalid } from '#app/platform/errors.ts'
import { passwordProblem } from '#app/platform/password-rules.ts'
import { route } from '#app/platform/route.ts'

import { registerForm } from './register-form.ts'
import { register, type Registering } from './registration.ts'

declare module '#app/http/guest.ts' {
  interface Guest {
    /** The registration that waits for its address to be proved. */
    registration?: Registering | undefined
  }
}

const limits: Limits = {
  address: [60, 10 * minute],
  pair: [
    [5, 10 * minute],
    [10, 60 * minute],
  ],
  account: [40, 60 * minute],
}

export function registrationRoutes(app: App, legal: Legal) {
  const { config } = app
  const { passwordMinLength: minLength } = config
  const versions = versionsOf(legal)

  const onRequest = async () => {
    if (config.registration === 'closed') throw new Forbidden()
  }

  app.route({
    ...at('register'),
    onRequest,
    handler(_request, reply) {
      return reply.page('Auth/Register', {
        passwordMinLength: minLength,
        termsVersion: onOffer(versions),
      })
    },
  })

  app.route({
    ...at('register.store'),
    onRequest,
    schema: { body: registerForm(minLength) },
    async handler(request, reply) {
      const { name, email, password } = request.body
      const account = emailKey(email)
      await throttle(app, request, { what: 'register', account, limits, field: 'email' })
      refuseOldTerms(request.body.terms_version ?? onOffer(versions), versions)
      const problem = await passwordProblem(password, { ...config, minLength, name, email })
      if (problem) throw new Invalid({ password: problem })

      reply.setGuest(await register(request.means(), request.body, versions))
      return reply.redirect(route('verification.notice'))
    },
  })
}

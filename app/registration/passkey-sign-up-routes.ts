import type { FastifyRequest } from 'fastify'

import {
  setSensitiveUrlHeaders,
  verificationLink,
  VerificationParams,
} from '#app/http/inertia/mail-link.ts'
import { browserId } from '#app/http/security/browser-id.ts'
import { setCsrfCookie } from '#app/http/security/csrf.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { maxCredentialBytes } from '#app/passkeys/limits.ts'
import {
  defaultPasskeyName,
  PasskeyRegistrationForm,
  relyingParty,
  signUpOptions,
} from '#app/passkeys/passkeys.ts'
import type { MailLink } from '#app/platform/auth/one-time-tokens.ts'
import { Gone, NotFound } from '#app/platform/errors.ts'

import { completeRegistrationWithPasskey } from './complete-registration.ts'
import { linkLimits } from './limits.ts'
import { findRegistration } from './registration.ts'

/** The mailed link of a registration with a passkey: options for creating it, and the account that it opens. */
export function passkeySignUpRoutes(app: App) {
  app.route({
    ...routeOptions('verification.passkey-options'),
    schema: { params: VerificationParams },
    async handler(request, reply) {
      setSensitiveUrlHeaders(reply)
      const link = verificationLink(request.params)
      const action = 'sign-up-options'
      await rateLimit(app, request, { action, accountKey: link.id, limits: linkLimits })
      const registration = await findRegistration(request.context(), link)
      if (!registration) throw new Gone()
      const { name, email, passkeyHandle: handle } = registration
      if (handle === undefined) throw new NotFound()
      // The challenge is bound to the cookie of this browser, which a guest may not have yet.
      setCsrfCookie(app, request, reply)
      const input = { ...signUpFlow(app, request, link), keys: app.keys, now: request.now }
      return reply.send({ options: await signUpOptions(input, { name, email, handle }) })
    },
  })

  app.route({
    ...routeOptions('verification.passkey'),
    schema: { params: VerificationParams, body: PasskeyRegistrationForm },
    bodyLimit: maxCredentialBytes,
    async handler(request, reply) {
      const link = verificationLink(request.params)
      await rateLimit(app, request, {
        action: 'sign-up-passkey',
        accountKey: link.id,
        limits: linkLimits,
        field: 'credential',
      })
      const client = request.client()
      const destination = intendedUrl(request)
      const session = await completeRegistrationWithPasskey(request.context(), client, {
        link,
        credential: request.body.credential,
        name: request.body.name ?? defaultPasskeyName(request.translator, client),
        flow: signUpFlow(app, request, link),
        hasAgreed: request.canSignIn() && request.guestSession().registration?.id === link.id,
        replacedSession: request.replacedSession(),
      })
      await reply.signIn(session, false)
      return reply
        .flash({ banner: request.translator('Welcome. Your account is ready.') })
        .redirect(destination)
    },
  })
}

function signUpFlow(app: App, request: FastifyRequest, link: MailLink) {
  const browser = browserId(request)
  const challengeContext = { purpose: 'sign-up', browserId: browser, userId: link.id } as const
  return { party: relyingParty(app.config), challengeContext }
}

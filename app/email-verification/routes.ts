import type { FastifyReply, FastifyRequest } from 'fastify'

import { codeRequester } from '#app/http/security/code-requester.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import {
  isRegistrationConfirmed,
  type RegistrationCookie,
  resendRegistrationMail,
} from '#app/registration/registration.ts'

import { confirmRoutes, pendingRegistration, unverifiedEmail } from './confirm-routes.ts'
import { sendVerification } from './email-verification.ts'
import { mailLimits } from './limits.ts'

/** One URL for two kinds of links: completing a registration, and verifying the address of an existing account. */
export function emailVerificationRoutes(app: App) {
  noticeRoutes(app)
  confirmRoutes(app)
}

function noticeRoutes(app: App) {
  app.route({
    ...routeOptions('verification.notice'),
    async handler(request, reply) {
      const registration = pendingRegistration(request)
      if (registration && (await isRegistrationConfirmed(request.context(), registration)))
        return redirectConfirmedElsewhere(request, reply, registration)

      const email = unverifiedEmail(request)
      if (!email) return reply.redirect(route(request.session ? 'dashboard' : 'login'))
      return reply.page('Auth/VerifyEmail', {
        step: 'sent',
        email,
        needsPassword: false,
        action: null,
        takesCode: app.config.emailCodes,
        mailboxUrl: hasDevMailbox(app.config) ? route('mailbox.index') : null,
        changeUrl: registration
          ? route(registration.withPasskey ? 'register.passkey' : 'register', { change: '1' })
          : null,
      })
    },
  })

  app.route({
    ...routeOptions('verification.send'),
    async handler(request, reply) {
      if (request.session?.email_verified_at && !pendingRegistration(request))
        return respond(reply, { code: 204, to: route('dashboard') })
      const email = unverifiedEmail(request)
      if (!email) throw new NotSignedIn()
      const attempt = { action: 'mail', accountKey: emailKey(email), limits: mailLimits }
      await rateLimit(app, request, attempt)
      const isSent = await resendLink(app, request, reply)
      if (!isSent) return restartRegistration(request, reply)
      return respond(reply, {
        code: 202,
        status: 'verification-link-sent',
        to: route('verification.notice'),
      })
    },
  })
}

async function resendLink(app: App, request: FastifyRequest, reply: FastifyReply) {
  const requester = codeRequester(app, request)
  const registration = pendingRegistration(request)
  if (request.session && !registration) {
    await sendVerification(request.context(), request.session, requester)
    return true
  }
  const context = request.context()
  const resent = registration && (await resendRegistrationMail(context, registration.id, requester))
  if (!resent) return false
  reply.updateGuestSession({ registration: resent })
  return true
}

/** The registration was completed on another device, so this browser must sign in with the password. */
function redirectConfirmedElsewhere(
  request: FastifyRequest,
  reply: FastifyReply,
  { email, withPasskey }: RegistrationCookie,
): FastifyReply {
  reply.updateGuestSession({ registration: undefined, waitingOn: undefined })
  const banner = request.translator(
    withPasskey
      ? 'Your address is confirmed. Sign in with the passkey you created.'
      : 'Your address is confirmed. Sign in with the password you chose.',
  )
  return reply.flash({ banner, oldInput: { email } }).redirect(route('login'))
}

/** Pending registrations expire after an hour. */
function restartRegistration(request: FastifyRequest, reply: FastifyReply) {
  reply.updateGuestSession({ registration: undefined, waitingOn: undefined })
  const banner = request.translator('Your sign-up has expired. Enter your details again.')
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('register'))
}

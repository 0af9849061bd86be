import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { setSensitiveUrlHeaders } from '#app/http/inertia/mail-link.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { type MailLink } from '#app/platform/auth/one-time-tokens.ts'
import { Gone, ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { passwordInput } from '#app/platform/validation/form-fields.ts'
import {
  completeRegistration,
  isRegistrationConfirmed,
  type RegistrationCookie,
  findRegistration,
  resendRegistrationMail,
} from '#app/registration/registration.ts'

import { addressToVerify, sendVerification, verifyEmail } from './email-verification.ts'
import { mailLimits, confirmLimits } from './limits.ts'

/** Keeps the URL format of Laravel Fortify, unlike the other links in our mails. */
const VerifyParams = z.object({ id: z.string(), hash: z.string() })
const ConfirmForm = z.object({ password: passwordInput.optional() }).nullish()

/** One URL for two kinds of links: completing a registration, and verifying the address of an existing account. */
export function emailVerificationRoutes(app: App) {
  noticeRoutes(app)
  linkRoutes(app)
}

function noticeRoutes(app: App) {
  app.route({
    ...routeOptions('verification.notice'),
    async handler(request, reply) {
      const registration = request.session ? undefined : request.guestSession().registration
      if (registration && (await isRegistrationConfirmed(request.context(), registration)))
        return redirectConfirmedElsewhere(request, reply, registration)

      const email = unverifiedEmail(request)
      if (!email) return reply.redirect(route(request.session ? 'dashboard' : 'login'))
      return reply.page('Auth/VerifyEmail', {
        step: 'sent',
        email,
        needsPassword: false,
        action: null,
        mailboxUrl: hasDevMailbox(app.config) ? route('mailbox.index') : null,
      })
    },
  })

  app.route({
    ...routeOptions('verification.send'),
    async handler(request, reply) {
      if (request.session?.email_verified_at)
        return request.inertia.wantsJson
          ? sendEmptyJson(reply, 204)
          : reply.redirect(route('dashboard'))
      const email = unverifiedEmail(request)
      if (!email) throw new NotSignedIn()
      const attempt = { action: 'mail', accountKey: emailKey(email), limits: mailLimits }
      await throttle(app, request, attempt)
      const isSent = await resendLink(request, reply)
      if (!isSent) return restartRegistration(request, reply)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 202)
      reply.flash({ status: 'verification-link-sent' })
      return reply.redirect(route('verification.notice'))
    },
  })
}

function linkRoutes(app: App) {
  app.route({
    ...routeOptions('verification.verify'),
    schema: { params: VerifyParams },
    async handler(request, reply) {
      setSensitiveUrlHeaders(reply)
      const link = toMailLink(request.params)
      const registration = await findRegistration(request.context(), link)
      const target = registration ?? (await addressToVerify(request.context(), link))
      if (!target && request.session?.email_verified_at) return reply.redirect(route('dashboard'))
      if (!target) throw new Gone()
      return reply.page('Auth/VerifyEmail', {
        step: 'confirm',
        email: target.email,
        needsPassword: registration !== null && !startedInThisBrowser(request, link),
        action: route('verification.confirm', request.params),
      })
    },
  })

  app.route({
    ...routeOptions('verification.confirm'),
    schema: { params: VerifyParams, body: ConfirmForm },
    async handler(request, reply) {
      const link = toMailLink(request.params)
      await throttle(app, request, { action: 'verify', accountKey: link.id, limits: confirmLimits })
      const registration = await findRegistration(request.context(), link)
      if (registration)
        return completeSignUp(request, reply, { link, enteredPassword: request.body?.password })

      const currentSession = request.session
      // A second click, or the link of an earlier mail: the address is verified already.
      const isAlreadyVerified =
        currentSession?.email_verified_at && !(await addressToVerify(request.context(), link))
      if (isAlreadyVerified) return reply.redirect(route('dashboard'))

      const verification = { link, currentSession }
      const secret = await verifyEmail(request.context(), request.client(), verification)
      if (!secret) return reply.redirect(route('login'))
      await reply.signIn({ secret }, currentSession?.remembered === 1)
      return reply.redirect(route('dashboard'))
    },
  })
}

async function completeSignUp(
  request: FastifyRequest,
  reply: FastifyReply,
  { link, enteredPassword }: { link: MailLink; enteredPassword: string | undefined },
) {
  const needsPassword = !startedInThisBrowser(request, link)
  if (needsPassword && !enteredPassword)
    throw new ValidationError({ password: 'Enter the password you chose.' })

  const confirmation = {
    link,
    password: needsPassword ? (enteredPassword ?? '') : null,
    replacedSession: request.session && request.actor(),
  }
  const destination = intendedUrl(request)
  const session = await completeRegistration(request.context(), request.client(), confirmation)
  await reply.signIn(session, false)
  return reply
    .flash({ banner: request.translator('Welcome. Your account is ready.') })
    .redirect(destination)
}

function toMailLink({ id, hash }: z.output<typeof VerifyParams>): MailLink {
  return { id, secret: hash }
}

function startedInThisBrowser(request: FastifyRequest, { id }: MailLink): boolean {
  return !request.session && request.guestSession().registration?.id === id
}

/** The unverified address of the signed-in account, or of this browser's pending registration. */
function unverifiedEmail(request: FastifyRequest): string | null {
  const { session } = request
  if (!session) return request.guestSession().registration?.email ?? null
  return session.email_verified_at === null ? session.email : null
}

async function resendLink(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (request.session) {
    await sendVerification(request.context(), request.session)
    return true
  }
  const { registration } = request.guestSession()
  const resent = registration && (await resendRegistrationMail(request.context(), registration.id))
  if (!resent) return false
  reply.updateGuestSession({ registration: resent })
  return true
}

/** The registration was completed on another device, so this browser must sign in with the password. */
function redirectConfirmedElsewhere(
  request: FastifyRequest,
  reply: FastifyReply,
  { email }: RegistrationCookie,
): FastifyReply {
  reply.updateGuestSession({ registration: undefined, waitingOn: undefined })
  const banner = request.translator(
    'Your address is confirmed. Sign in with the password you chose.',
  )
  return reply.flash({ banner, oldInput: { email } }).redirect(route('login'))
}

/** Pending registrations expire after an hour. */
function restartRegistration(request: FastifyRequest, reply: FastifyReply) {
  reply.updateGuestSession({ registration: undefined, waitingOn: undefined })
  const banner = request.translator('Your sign-up has expired. Enter your details again.')
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('register'))
}

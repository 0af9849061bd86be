import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { setSensitiveUrlHeaders } from '#app/http/inertia/mail-link-params.ts'
import { type AttemptLimits, throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { type MailLink, linkLifetimeMs } from '#app/platform/auth/one-time-tokens.ts'
import { Gone, ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { minute } from '#app/platform/lib/durations.ts'
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

/** Fortify's, unlike the other links in our mails, has two parts. */
const VerifyParams = z.object({ id: z.string(), hash: z.string() })
const ConfirmForm = z.object({ password: passwordInput.optional() }).nullish()

const mailLimits: AttemptLimits = {
  perIp: [30, 10 * minute],
  perIpAndAccount: [
    [3, 10 * minute],
    [6, 60 * minute],
  ],
  perAccount: [24, 60 * minute],
}
const confirmLimits: AttemptLimits = {
  perIp: [60, 10 * minute],
  perIpAndAccount: [[10, 10 * minute]],
  perAccount: [60, 60 * minute],
}

/**
 * A link that proves an address either completes the registration it belongs to or marks the address of an account that is
 * there. Whoever opens it need not know which, so both live at one address.
 */
export function emailVerificationRoutes(app: App) {
  noticeRoutes(app)
  linkRoutes(app)
}

/** While the mail is on its way. */
function noticeRoutes(app: App) {
  app.route({
    ...routeOptions('verification.notice'),
    async handler(request, reply) {
      const { registration } = request.guestSession()
      if (
        !request.session &&
        registration &&
        (await isRegistrationConfirmed(request.context(), registration))
      )
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
      const email = unverifiedEmail(request)
      if (!email) throw new NotSignedIn()
      await throttle(app, request, {
        action: 'mail',
        accountKey: emailKey(email),
        limits: mailLimits,
      })
      const isSent = await resendLink(request, reply)
      if (!isSent) return restartRegistration(request, reply)
      reply.flash({ status: 'verification-link-sent' })
      return reply.redirect(route('verification.notice'))
    },
  })
}

/** Once its link is opened. */
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
      // Pressed twice, or in the mail before the last: there is nothing left to do.
      const isAlreadyVerified =
        currentSession?.email_verified_at && !(await addressToVerify(request.context(), link))
      if (isAlreadyVerified) return reply.redirect(route('dashboard'))

      const secret = await verifyEmail(request.context(), request.client(), {
        link,
        currentSession,
      })
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
  if (!enteredPassword && !startedInThisBrowser(request, link)) {
    throw new ValidationError({ password: 'Enter the password you chose.' })
  }
  const confirmation = {
    link,
    password: startedInThisBrowser(request, link) ? null : (enteredPassword ?? ''),
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

/** The address that waits for its proof: of this browser's registration, or of the account signed in. */
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
  const id = registration && (await resendRegistrationMail(request.context(), registration.id))
  if (!id) return false
  reply.updateGuestSession({
    registration: { ...registration, id, endsAt: request.now + linkLifetimeMs },
  })
  return true
}

/** The link was opened on another device, and the password proved there: here it has not been, yet. */
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

/** What was entered is kept for an hour only. */
function restartRegistration(request: FastifyRequest, reply: FastifyReply) {
  reply.updateGuestSession({ registration: undefined, waitingOn: undefined })
  const banner = request.translator('That registration has run out. Enter your details again.')
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('register'))
}

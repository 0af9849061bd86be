import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { intended } from '#app/http/intended.ts'
import { keepAddressSecret } from '#app/http/mail-link.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { minute } from '#app/platform/durations.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { Gone, Invalid, NotSignedIn } from '#app/platform/errors.ts'
import { password } from '#app/platform/form-fields.ts'
import { hasMailbox } from '#app/platform/mail/mailbox.ts'
import { type Link, linkLifeMs } from '#app/platform/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'
import {
  completeRegistration,
  isConfirmed,
  type Registering,
  registrationOf,
  resend,
} from '#app/registration/registration.ts'

import { addressToVerify, sendVerification, verifyEmail } from './email-verification.ts'

/** Fortify's, unlike the other links in our mails, has two parts. */
const VerifyPath = z.object({ id: z.string(), hash: z.string() })
const Confirm = z.object({ password: password.optional() }).nullish()

const mailing: Limits = {
  address: [30, 10 * minute],
  pair: [
    [3, 10 * minute],
    [6, 60 * minute],
  ],
  account: [24, 60 * minute],
}
const confirming: Limits = {
  address: [60, 10 * minute],
  pair: [[10, 10 * minute]],
  account: [60, 60 * minute],
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
    ...at('verification.notice'),
    async handler(request, reply) {
      const { registration } = request.guest()
      if (!request.signedIn && registration && (await isConfirmed(request.means(), registration)))
        return confirmedElsewhere(request, reply, registration)

      const email = waitingAddress(request)
      if (!email) return reply.redirect(route(request.signedIn ? 'dashboard' : 'login'))
      return reply.page('Auth/VerifyEmail', {
        step: 'sent',
        email,
        needsPassword: false,
        action: null,
        mailbox: hasMailbox(app.config) ? route('mailbox.index') : null,
      })
    },
  })

  app.route({
    ...at('verification.send'),
    async handler(request, reply) {
      const email = waitingAddress(request)
      if (!email) throw new NotSignedIn()
      await throttle(app, request, { what: 'mail', account: emailKey(email), limits: mailing })
      const isSent = await sendAgain(request, reply)
      if (!isSent) return startAgain(request, reply)
      reply.flash({ status: 'verification-link-sent' })
      return reply.redirect(route('verification.notice'))
    },
  })
}

/** Once its link is opened. */
function linkRoutes(app: App) {
  app.route({
    ...at('verification.verify'),
    schema: { params: VerifyPath },
    async handler(request, reply) {
      keepAddressSecret(reply)
      const link = linkOf(request.params)
      const registration = await registrationOf(request.means(), link)
      const found = registration ?? (await addressToVerify(request.means(), link))
      if (!found && request.signedIn?.email_verified_at) return reply.redirect(route('dashboard'))
      if (!found) throw new Gone()
      return reply.page('Auth/VerifyEmail', {
        step: 'confirm',
        email: found.email,
        needsPassword: registration !== null && !isOwnBrowser(request, link),
        action: route('verification.confirm', request.params),
      })
    },
  })

  app.route({
    ...at('verification.confirm'),
    schema: { params: VerifyPath, body: Confirm },
    async handler(request, reply) {
      const link = linkOf(request.params)
      await throttle(app, request, { what: 'verify', account: link.id, limits: confirming })
      const isRegistration = await registrationOf(request.means(), link)
      if (isRegistration) return complete(request, reply, { link, typed: request.body?.password })

      const here = request.signedIn
      // Pressed twice, or in the mail before the last: there is nothing left to do.
      const isOver = here?.email_verified_at && !(await addressToVerify(request.means(), link))
      if (isOver) return reply.redirect(route('dashboard'))

      const secret = await verifyEmail(request.means(), request.origin(), { link, here })
      if (!secret) return reply.redirect(route('login'))
      await reply.signIn({ secret }, here?.remembered === 1)
      return reply.redirect(route('dashboard'))
    },
  })
}

async function complete(
  request: FastifyRequest,
  reply: FastifyReply,
  { link, typed }: { link: Link; typed: string | undefined },
) {
  if (!typed && !isOwnBrowser(request, link)) {
    throw new Invalid({ password: 'Enter the password you chose.' })
  }
  const proof = {
    link,
    password: isOwnBrowser(request, link) ? null : (typed ?? ''),
    replaced: request.signedIn && request.account(),
  }
  const destination = intended(request)
  const session = await completeRegistration(request.means(), request.origin(), proof)
  await reply.signIn(session, false)
  return reply
    .flash({ banner: request.text('Welcome. Your account is ready.') })
    .redirect(destination)
}

function linkOf({ id, hash }: z.output<typeof VerifyPath>): Link {
  return { id, secret: hash }
}

function isOwnBrowser(request: FastifyRequest, { id }: Link): boolean {
  return !request.signedIn && request.guest().registration?.id === id
}

/** The address that waits for its proof: of this browser's registration, or of the account signed in. */
function waitingAddress(request: FastifyRequest): string | null {
  const { signedIn } = request
  if (!signedIn) return request.guest().registration?.email ?? null
  return signedIn.email_verified_at === null ? signedIn.email : null
}

async function sendAgain(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (request.signedIn) {
    await sendVerification(request.means(), request.signedIn)
    return true
  }
  const { registration } = request.guest()
  const id = registration && (await resend(request.means(), registration.id))
  if (!id) return false
  reply.setGuest({ registration: { ...registration, id, endsAt: request.now + linkLifeMs } })
  return true
}

/** The link was opened on another device, and the password proved there: here it has not been, yet. */
function confirmedElsewhere(
  request: FastifyRequest,
  reply: FastifyReply,
  { email }: Registering,
): FastifyReply {
  reply.setGuest({ registration: undefined, waitingOn: undefined })
  const banner = request.text('Your address is confirmed. Sign in with the password you chose.')
  return reply.flash({ banner, typed: { email } }).redirect(route('login'))
}

/** What was entered is kept for an hour only. */
function startAgain(request: FastifyRequest, reply: FastifyReply) {
  reply.setGuest({ registration: undefined, waitingOn: undefined })
  const banner = request.text('That registration has run out. Enter your details again.')
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('register'))
}

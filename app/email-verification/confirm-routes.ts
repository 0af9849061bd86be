import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import {
  setSensitiveUrlHeaders,
  verificationLink,
  VerificationParams,
} from '#app/http/inertia/mail-link.ts'
import { redeemEnteredCode } from '#app/http/security/mailed-code-attempt.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { formatLink, type MailLink, parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { Gone, NotSignedIn, ValidationError } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { codeInput, passwordInput } from '#app/platform/validation/form-fields.ts'
import {
  completeRegistration,
  findRegistration,
  type RegistrationCookie,
} from '#app/registration/registration.ts'

import { addressToVerify, verifyEmail } from './email-verification.ts'
import { confirmLimits } from './limits.ts'

const CodeForm = z.object({ code: codeInput })
const ConfirmForm = z.object({ password: passwordInput.optional() }).nullish()

/** Confirming an address, by the link of a mail or by its code. */
export function confirmRoutes(app: App) {
  app.route({
    ...routeOptions('verification.verify'),
    schema: { params: VerificationParams },
    async handler(request, reply) {
      setSensitiveUrlHeaders(reply)
      const link = verificationLink(request.params)
      const registration = await findRegistration(request.context(), link)
      const unverified = registration ? null : await addressToVerify(request.context(), link)
      const target = registration ?? unverified
      if (!target && request.session?.email_verified_at) return reply.redirect(route('dashboard'))
      if (!target) throw new Gone()
      if (unverified && request.actor().userId !== unverified.userId)
        return refuseOtherAccount(request, reply)
      return reply.page('Auth/VerifyEmail', {
        step: 'confirm',
        email: target.email,
        needsPassword:
          registration?.passkeyHandle === undefined &&
          registration !== null &&
          !startedInThisBrowser(request, link),
        passkey: registration?.passkeyHandle
          ? {
              action: route('verification.passkey', request.params),
              passwordUrl: registration.invitation
                ? route('invitation.show', { token: formatLink(registration.invitation) })
                : route('register', { change: '1' }),
            }
          : null,
        action: route('verification.confirm', request.params),
      })
    },
  })

  app.route({
    ...routeOptions('verification.confirm'),
    schema: { params: VerificationParams, body: ConfirmForm },
    async handler(request, reply) {
      const link = verificationLink(request.params)
      await rateLimit(app, request, {
        action: 'verify',
        accountKey: link.id,
        limits: confirmLimits,
      })
      const isProved = startedInThisBrowser(request, link)
      return confirmLink(request, reply, { link, isProved, ...request.body })
    },
  })
  codeRoute(app)
}

/** Accepts the mailed code in place of the link, in the browser that requested it. */
function codeRoute(app: App) {
  app.route({
    ...routeOptions('verification.code'),
    schema: { body: CodeForm },
    async handler(request, reply) {
      const email = unverifiedEmail(request)
      if (!email) throw new NotSignedIn()
      const entered = { purpose: 'email-verification', email, code: request.body.code } as const
      const link = parseLink(await redeemEnteredCode(app, request, entered))
      // The link's page creates the passkey.
      if (pendingRegistration(request)?.withPasskey)
        return reply.redirect(route('verification.verify', { id: link.id, hash: link.secret }))
      return confirmLink(request, reply, { link, isProved: true })
    },
  })
}

interface OpenedLink {
  link: MailLink
  /** Whether this browser needs no password to complete its registration. */
  isProved: boolean
  password?: string | undefined
}

/** Completes the registration of a link, or verifies the address of an existing account. */
async function confirmLink(request: FastifyRequest, reply: FastifyReply, opened: OpenedLink) {
  const { link } = opened
  const registration = await findRegistration(request.context(), link)
  if (registration) return completeSignUp(request, reply, opened)

  const target = await addressToVerify(request.context(), link)
  // A second click, or the link of an earlier mail: the address is verified already.
  if (!target && request.session?.email_verified_at) return reply.redirect(route('dashboard'))
  if (!target) throw new Gone()
  const actor = request.actor()
  if (actor.userId !== target.userId) return refuseOtherAccount(request, reply)
  const secret = await verifyEmail(request.context(), actor, link)
  if (secret) await reply.signIn({ secret }, request.session?.remembered === 1)
  return reply.redirect(route('dashboard'))
}

function refuseOtherAccount(request: FastifyRequest, reply: FastifyReply) {
  const banner = request.translator(
    'That link belongs to another account. Sign in to it here, then open the link again.',
  )
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('accounts.index'))
}

async function completeSignUp(
  request: FastifyRequest,
  reply: FastifyReply,
  { link, isProved, password }: OpenedLink,
) {
  if (!isProved && !password)
    throw new ValidationError({ password: 'Enter the password you chose.' })

  const confirmation = {
    link,
    password: isProved ? null : (password ?? ''),
    replacedSession: request.replacedSession(),
  }
  const destination = intendedUrl(request)
  const session = await completeRegistration(request.context(), request.client(), confirmation)
  await reply.signIn(session, false)
  return reply
    .flash({ banner: request.translator('Welcome. Your account is ready.') })
    .redirect(destination)
}

function startedInThisBrowser(request: FastifyRequest, { id }: MailLink): boolean {
  return pendingRegistration(request)?.id === id
}

/** The pending registration of a guest, or of a user who adds an account. */
export function pendingRegistration(request: FastifyRequest): RegistrationCookie | undefined {
  return request.canSignIn() ? request.guestSession().registration : undefined
}

/** The unverified address of the signed-in account, or of this browser's pending registration. */
export function unverifiedEmail(request: FastifyRequest): string | null {
  const { session } = request
  const registration = pendingRegistration(request)
  if (!session || registration) return registration?.email ?? null
  return session.email_verified_at === null ? session.email : null
}

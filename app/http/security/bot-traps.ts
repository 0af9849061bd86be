import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { PageExpired } from '#app/platform/errors.ts'
import { second } from '#app/platform/lib/durations.ts'

declare module '#app/http/session/guest-session.ts' {
  interface GuestSession {
    /** When this browser first opened a sign-up form, Unix milliseconds. */
    signUpOpenedAt?: number
  }
}

/** Starts the time trap, once: a form shown again after an error may be sent back at once. */
export function startTimeTrap({ config }: App, request: FastifyRequest, reply: FastifyReply): void {
  if (config.signUpMinSeconds === 0 || request.guestSession().signUpOpenedAt !== undefined) return
  reply.updateGuestSession({ signUpOpenedAt: request.now })
}

/**
 * Whether a program sent the form, as far as the traps can tell. Answer it as usual, but send no mail.
 *
 * @param filledHoneypot  whether the hidden field was filled in
 * @throws PageExpired when this browser never opened the form
 */
export function isLikelyBot(
  { config }: App,
  request: FastifyRequest,
  { filledHoneypot }: { filledHoneypot: boolean },
): boolean {
  const { signUpMinSeconds } = config
  const { signUpOpenedAt } = request.guestSession()
  if (signUpMinSeconds > 0 && signUpOpenedAt === undefined) throw new PageExpired()
  const isTooFast = request.now - (signUpOpenedAt ?? 0) < signUpMinSeconds * second
  const isBot = filledHoneypot || isTooFast
  if (isBot) request.log.info({ honeypot: filledHoneypot, isTooFast }, 'sign-up form trapped a bot')
  return isBot
}

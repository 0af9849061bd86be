import type { FastifyReply } from 'fastify'

import { respond } from '#app/http/server/respond.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import type { StartedSession } from '#app/platform/sessions/start-session.ts'

import { intendedUrl } from './intended-url.ts'

type SignInResult =
  | { session: StartedSession }
  | { challenge: { secret: string; kind: 'new-device' | 'second-factor' } }

/** Continues after the first factor: with a session, or on the page of the challenge. */
export async function continueToSession(
  reply: FastifyReply,
  result: SignInResult,
  remember: boolean,
): Promise<FastifyReply> {
  if ('session' in result)
    return finishSignIn(reply, result.session, { remember, json: { two_factor: false } })
  reply.setTwoFactorCookie(result.challenge)
  return result.challenge.kind === 'new-device'
    ? respond(reply, {
        json: { two_factor: false, new_device: true },
        to: route('new-device.show'),
      })
    : respond(reply, { json: { two_factor: true }, to: route('two-factor.login') })
}

/** Sets the session's cookie, and continues on the page that required the sign-in. */
export async function finishSignIn(
  reply: FastifyReply,
  session: StartedSession,
  { remember, json }: { remember: boolean; json?: object },
): Promise<FastifyReply> {
  // Signing in ends the guest's session, which contains the page.
  const to = intendedUrl(reply.request)
  await reply.signIn(session, remember)
  return respond(reply, json ? { json, to } : { code: 204, to })
}

/** The challenge is over: it expired, was completed elsewhere, or the password has changed. */
export function restartSignIn(reply: FastifyReply, banner: string): FastifyReply {
  const { request } = reply
  if (request.twoFactorChallengeSecret() !== null) {
    reply.clearTwoFactorCookie()
    reply.flash({ banner, bannerStyle: 'danger' })
  }
  if (request.inertia.wantsJson) throw new NotSignedIn()
  return reply.redirect(route('login'))
}

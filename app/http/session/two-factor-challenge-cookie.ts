import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    twoFactorChallengeSecret(): string | null
  }
  interface FastifyReply {
    /** Sets the cookie of a new challenge, which grants access to the challenge's routes only. */
    setTwoFactorCookie(challenge: { secret: string }): void
    clearTwoFactorCookie(): void
  }
}

/** The cookie between password and second factor. It is never a session. */
export function twoFactorChallengeCookie(app: App): void {
  const { config } = app
  const name = app.cookieNames.twoFactor

  app.decorateRequest('twoFactorChallengeSecret', function (this: FastifyRequest) {
    return this.cookies[name] || null
  })

  app.decorateReply('setTwoFactorCookie', function (this: FastifyReply, { secret }) {
    this.setCookie(name, secret, cookieOptions(config))
  })

  app.decorateReply('clearTwoFactorCookie', function (this: FastifyReply) {
    if (this.request.twoFactorChallengeSecret()) this.clearCookie(name, cookieOptions(config))
  })
}

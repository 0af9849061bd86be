import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the cookie of an open challenge holds; null without one. See app/two-factor. */
    twoFactorChallengeSecret(): string | null
  }
  interface FastifyReply {
    /** Gives this browser the challenge that was just opened. It opens nothing but the challenge's own routes. */
    setTwoFactorCookie(challenge: { secret: string }): void
    clearTwoFactorCookie(): void
  }
}

/** Between the password and the second factor, in a cookie of its own: never a session. */
export function twoFactorCookie(app: App): void {
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

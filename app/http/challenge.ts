import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { cookieOptions } from '#app/http/cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the cookie of an open challenge holds; null without one. See app/two-factor. */
    challengeSecret(): string | null
  }
  interface FastifyReply {
    /** Gives this browser the challenge that was just opened. It opens nothing but the challenge's own routes. */
    startChallenge(challenge: { secret: string }): void
    endChallenge(): void
  }
}

/** Between the password and the second factor, in a cookie of its own: never a session. */
export function challenge(app: App): void {
  const { config } = app
  const name = app.cookieNames.challenge

  app.decorateRequest('challengeSecret', function (this: FastifyRequest) {
    return this.cookies[name] || null
  })

  app.decorateReply('startChallenge', function (this: FastifyReply, { secret }) {
    this.setCookie(name, secret, cookieOptions(config))
  })

  app.decorateReply('endChallenge', function (this: FastifyReply) {
    if (this.request.challengeSecret()) this.clearCookie(name, cookieOptions(config))
  })
}

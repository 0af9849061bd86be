import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { cookieOptions } from '#app/http/cookies.ts'
import { newSecret } from '#app/platform/secrets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What names this browser: from its cookie, or new. It outlives sessions and opens nothing. */
    device(): string
    deviceOrNull: string | null
  }
}

/** As long as browsers keep a cookie. */
const longestSeconds = 400 * 86_400
const format = /^[\w-]{43}$/

export function devices(app: App): void {
  app.decorateRequest('deviceOrNull', null)
  app.decorateRequest('device', function (this: FastifyRequest) {
    const told = this.cookies[app.cookieNames.device]
    this.deviceOrNull ??= told && format.test(told) ? told : newSecret()
    return this.deviceOrNull
  })
}

/** Lets the browser that someone signed in from be known the next time. */
export function keepDevice(app: App, reply: FastifyReply): void {
  reply.setCookie(app.cookieNames.device, reply.request.device(), {
    ...cookieOptions(app.config),
    maxAge: longestSeconds,
  })
}

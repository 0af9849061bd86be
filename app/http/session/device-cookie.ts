import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What names this browser: from its cookie, or new. It outlives sessions and opens nothing. */
    deviceId(): string
    cachedDeviceId: string | null
  }
}

/** As long as browsers keep a cookie. */
const maxAgeSeconds = 400 * 86_400
const deviceIdPattern = /^[\w-]{43}$/

export function deviceCookie(app: App): void {
  app.decorateRequest('cachedDeviceId', null)
  app.decorateRequest('deviceId', function (this: FastifyRequest) {
    const value = this.cookies[app.cookieNames.device]
    this.cachedDeviceId ??= value && deviceIdPattern.test(value) ? value : newSecret()
    return this.cachedDeviceId
  })
}

/** Lets the browser that someone signed in from be known the next time. */
export function setDeviceCookie(app: App, reply: FastifyReply): void {
  reply.setCookie(app.cookieNames.device, reply.request.deviceId(), {
    ...cookieOptions(app.config),
    maxAge: maxAgeSeconds,
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import { isSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'

import { deviceCookieSeconds } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The browser's id, from its cookie or new. It outlives sessions and grants no access. */
    deviceId(): string
    cachedDeviceId: string | null
  }
}

export function deviceCookie(app: App): void {
  app.decorateRequest('cachedDeviceId', null)
  app.decorateRequest('deviceId', function (this: FastifyRequest) {
    const value = this.cookies[app.cookieNames.device]
    this.cachedDeviceId ??= isSecret(value) ? value : newSecret()
    return this.cachedDeviceId
  })
}

/** Makes this browser a known device at the next sign-in. */
export function setDeviceCookie(app: App, reply: FastifyReply): void {
  reply.setCookie(app.cookieNames.device, reply.request.deviceId(), {
    ...cookieOptions(app.config),
    maxAge: deviceCookieSeconds,
  })
}

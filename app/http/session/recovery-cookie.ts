import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions, unambiguousCookie } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import { isSecret } from '#app/platform/crypto/secret-tokens.ts'

/** The secret of the recovery that this browser has requested; null without one. */
export function recoverySecret(app: App, request: FastifyRequest): string | null {
  const value = unambiguousCookie(request, app.cookieNames.recovery)
  return isSecret(value) ? value : null
}

export function setRecoveryCookie(
  app: App,
  reply: FastifyReply,
  { secret, expiresAt }: { secret: string; expiresAt: number },
): void {
  const maxAge = Math.ceil((expiresAt - reply.request.now) / 1000)
  reply.setCookie(app.cookieNames.recovery, secret, { ...cookieOptions(app.config), maxAge })
}

export function clearRecoveryCookie(app: App, reply: FastifyReply): void {
  reply.clearCookie(app.cookieNames.recovery, cookieOptions(app.config))
}

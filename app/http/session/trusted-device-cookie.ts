import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieOptions, unambiguousCookie } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import { isSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { StartedSession } from '#app/platform/sessions/start-session.ts'

import { maxTrustSecrets } from './limits.ts'

const separator = '.'

/** The secrets in the cookie of trusted devices: one for each account that trusts this browser, the latest first. */
export function trustSecrets(app: App, request: FastifyRequest): string[] {
  const value = unambiguousCookie(request, app.cookieNames.trusted) ?? ''
  return value.split(separator).slice(0, maxTrustSecrets).filter(isSecret)
}

export function setTrustedDeviceCookie(
  app: App,
  reply: FastifyReply,
  { secret, replaces }: NonNullable<StartedSession['trust']>,
): void {
  const others = trustSecrets(app, reply.request).filter((it) => it !== replaces)
  const value = [secret, ...others].slice(0, maxTrustSecrets).join(separator)
  reply.setCookie(app.cookieNames.trusted, value, {
    ...cookieOptions(app.config),
    maxAge: app.config.trustedDeviceDays * 86_400,
  })
}

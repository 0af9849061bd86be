import type { FastifyReply, FastifyRequest } from 'fastify'

import { BadRequest, TooManyRequests } from '#app/platform/errors.ts'
import type { RateLimitResult } from '#app/platform/rate-limit/rate-limit-result.ts'

import { dataCsp } from './security-headers.ts'

/** The token of `Authorization: Bearer`. Query parameters and cookies are ignored. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Called for every response to a request with a token, errors included. */
export function setTokenResponseHeaders(reply: FastifyReply): void {
  reply.header('content-security-policy', dataCsp)
  reply.header('cache-control', 'no-store')
}

/** @see RFC 6750 §3 */
export function setWwwAuthenticate(reply: FastifyReply, attributes: string): void {
  reply.header('www-authenticate', `Bearer realm="api"${attributes}`)
}

export function setMissingScope(reply: FastifyReply, permission: string): void {
  setWwwAuthenticate(reply, `, error="insufficient_scope", scope="${permission}"`)
}

/** @throws TooManyRequests */
export function rejectBeyondLimit({ allowed, retryAfterSeconds }: RateLimitResult): void {
  if (!allowed) throw new TooManyRequests({ retryAfterSeconds })
}

/** The API accepts no form bodies. @throws BadRequest */
export function rejectNonJsonBody({ headers }: FastifyRequest): void {
  const type = headers['content-type']
  const isJson = type === undefined || /^application\/json\s*(;|$)/i.test(type)
  if (!isJson) throw new BadRequest(415)
}

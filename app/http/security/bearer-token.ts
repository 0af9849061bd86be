import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { BadRequest, TooManyRequests } from '#app/platform/errors.ts'
import { hitNetworks } from '#app/platform/rate-limit/hit-networks.ts'
import type { RateLimitResult } from '#app/platform/rate-limit/rate-limit-result.ts'
import type { Rate } from '#app/platform/rate-limit/rate.ts'

import { dataCsp } from './security-headers.ts'
import { InvalidApiToken, MissingPermission } from './token-errors.ts'

interface TokenKind<Token> {
  /** Kinds with the same scope share the counters of networks. */
  scope: 'api' | 'management'
  limits: { perIp: Rate; rejectedPerIp: Rate; perToken: Rate }
  /** @returns the active token; costs no query for text of another format */
  find(secret: string): Promise<Token | null>
  /** @throws an error for a token that may not be used now, whatever its permissions */
  check?(token: Token): void
}

interface AnyToken {
  id: string
  permissions: readonly string[]
}

/**
 * Finds the token of a request and checks limits and the permission of the route.
 *
 * @throws TooManyRequests, InvalidApiToken, MissingPermission or BadRequest
 */
export async function authenticateToken<Token extends AnyToken>(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, limits, find, check }: TokenKind<Token>,
): Promise<Token> {
  const { ip } = request
  rejectBeyondLimit(await hitNetworks(app.limits, scope, ip, limits.perIp))

  const secret = bearerToken(request)
  const token = secret === null ? null : await find(secret)
  if (!token) {
    const rejected = await hitNetworks(app.limits, `${scope}-rejected`, ip, limits.rejectedPerIp)
    rejectBeyondLimit(rejected)
    setWwwAuthenticate(reply, secret === null ? '' : ', error="invalid_token"')
    throw new InvalidApiToken()
  }

  rejectBeyondLimit(await app.limits.hit(`token:${token.id}`, limits.perToken))
  check?.(token)
  const { permission } = request.routeOptions.config
  if (!token.permissions.some((granted) => granted === permission)) {
    const scopeName = permission ?? ''
    setWwwAuthenticate(reply, `, error="insufficient_scope", scope="${scopeName}"`)
    throw new MissingPermission(scopeName)
  }
  rejectNonJsonBody(request)
  request.tokenId = token.id
  return token
}

/** The token of `Authorization: Bearer`. Query parameters and cookies are ignored. */
function bearerToken({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Called for every response to a request with a token, errors included. */
export function setTokenResponseHeaders(reply: FastifyReply): void {
  reply.header('content-security-policy', dataCsp)
  reply.header('cache-control', 'no-store')
}

/** @see RFC 6750 §3 */
function setWwwAuthenticate(reply: FastifyReply, attributes: string): void {
  reply.header('www-authenticate', `Bearer realm="api"${attributes}`)
}

/** @throws TooManyRequests */
function rejectBeyondLimit({ allowed, retryAfterSeconds }: RateLimitResult): void {
  if (!allowed) throw new TooManyRequests({ retryAfterSeconds })
}

/** The API accepts no form bodies. @throws BadRequest */
function rejectNonJsonBody({ headers }: FastifyRequest): void {
  const type = headers['content-type']
  const isJson = type === undefined || /^application\/json\s*(;|$)/i.test(type)
  if (!isJson) throw new BadRequest(415)
}

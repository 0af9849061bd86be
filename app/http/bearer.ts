import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { policyOfData } from '#app/http/security-headers.ts'
import type { Account } from '#app/platform/account.ts'
import { type Bearer, findBearer, touchBearer } from '#app/platform/bearer.ts'
import { minute } from '#app/platform/durations.ts'
import {
  AccountShut,
  BadRequest,
  NotAllowedHere,
  NotPermitted,
  NotVerified,
  TokenRefused,
  TooMany,
} from '#app/platform/errors.ts'
import { addressKey, isAllowedFrom } from '#app/platform/networks.ts'
import type { RateLimits } from '#app/platform/rate-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    bearerOrNull: Bearer | null
    /** The API token that the request carries, and whose it is. */
    bearer(): Bearer
    /** Who acts, from where and when, by means of a token. */
    tokenAccount(): Account
  }
}

const perAddress = { limit: 600, windowMs: minute }
const refusedPerAddress = { limit: 60, windowMs: minute }
const perToken = { limit: 300, windowMs: minute }

/**
 * Lets programs in by `Authorization: Bearer`, and only where the route table says `token`. Nothing else of a request is
 * looked at there: no cookie, no query. Elsewhere a token is not looked at.
 */
export function bearer(app: App): void {
  app.decorateRequest('bearerOrNull', null)

  app.decorateRequest('bearer', function (this: FastifyRequest) {
    if (!this.bearerOrNull) throw new TokenRefused()
    return this.bearerOrNull
  })

  app.decorateRequest('tokenAccount', function (this: FastifyRequest) {
    return { ...this.origin(), userId: this.bearer().user_id, sessionId: null }
  })

  app.addHook('onRequest', (request, reply, done) => {
    const { access } = request.routeOptions.config
    if (access !== 'token') return done()
    reply.header('content-security-policy', policyOfData)
    reply.header('cache-control', 'no-store')
    return comeIn(app, request, reply)
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const { bearerOrNull } = request
    if (!bearerOrNull) return done()
    const failed = (err: unknown) => request.log.warn({ err }, 'use of a token not kept')
    void touchBearer(app.db, bearerOrNull, request.origin()).catch(failed).finally(done)
  })
}

async function comeIn(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const address = addressKey(request.ip)
  await count(app.limits, `api:address:${address}`, perAddress)

  const text = sentToken(request)
  const found = text === null ? undefined : await findBearer(app.db, text, request.now)
  if (!found) {
    await count(app.limits, `api:refused:${address}`, refusedPerAddress)
    challenge(reply, text === null ? '' : ', error="invalid_token"')
    throw new TokenRefused()
  }

  await count(app.limits, `api:token:${found.token_id}`, perToken)
  if (!isAllowedFrom(found.networks, request.ip)) throw new NotAllowedHere()
  if (found.locked_at !== null || found.leaves_at !== null) throw new AccountShut()
  if (found.email_verified_at === null) throw new NotVerified()
  const { ability } = request.routeOptions.config
  if (!ability || !found.permissions.includes(ability)) {
    challenge(reply, `, error="insufficient_scope", scope="${ability ?? ''}"`)
    throw new NotPermitted(ability ?? '')
  }
  if (hasOtherThanJson(request)) throw new BadRequest(415)
  request.bearerOrNull = found
}

async function count(limits: RateLimits, key: string, rate: { limit: number; windowMs: number }) {
  const { allowed, retryAfterSeconds } = await limits.hit(key, rate)
  if (!allowed) throw new TooMany({ retryAfterSeconds })
}

function sentToken({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** @see RFC 6750 §3 */
function challenge(reply: FastifyReply, why: string): void {
  reply.header('www-authenticate', `Bearer realm="api"${why}`)
}

/** Forms are for pages. */
function hasOtherThanJson({ headers }: FastifyRequest): boolean {
  const type = headers['content-type']
  return type !== undefined && !/^application\/json\s*(;|$)/i.test(type)
}

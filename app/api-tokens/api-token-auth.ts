import type { FastifyReply, FastifyRequest } from 'fastify'

import { dataCsp } from '#app/http/security/security-headers.ts'
import type { App } from '#app/http/server/app-type.ts'
import type { Actor } from '#app/platform/actor.ts'
import { BadRequest, EmailNotVerified, TooManyRequests } from '#app/platform/errors.ts'
import { hitNetworks } from '#app/platform/rate-limit/hit-networks.ts'
import type { RateLimitResult } from '#app/platform/rate-limit/rate-limit-result.ts'
import { isIpAllowed } from '#app/platform/validation/ip-addresses.ts'

import { useCounter } from './count-uses.ts'
import { AccountDisabled, InvalidApiToken, IpNotAllowed, MissingPermission } from './errors.ts'
import { type ActiveApiToken, findApiToken } from './find-token.ts'
import { requestsPerToken, requestsPerIp, rejectedRequestsPerIp } from './limits.ts'
import { recordNetwork } from './record-network.ts'

declare module 'fastify' {
  interface FastifyRequest {
    apiTokenOrNull: ActiveApiToken | null
    apiToken(): ActiveApiToken
    tokenActor(): Actor
  }
  interface FastifyInstance {
    /** Stores the uses that are counted in memory. */
    storeTokenUses(): Promise<void>
  }
}

/**
 * Authenticates `Authorization: Bearer` on routes with access `apiToken`, which ignore cookies and query parameters. Other
 * routes ignore tokens.
 */
export function apiTokenAuth(app: App): void {
  app.decorateRequest('apiTokenOrNull', null)

  app.decorateRequest('apiToken', function (this: FastifyRequest) {
    if (!this.apiTokenOrNull) throw new InvalidApiToken()
    return this.apiTokenOrNull
  })

  app.decorateRequest('tokenActor', function (this: FastifyRequest) {
    return { ...this.client(), userId: this.apiToken().user_id, sessionId: null }
  })

  app.addHook('onRequest', (request, reply, done) => {
    const { access } = request.routeOptions.config
    if (access !== 'apiToken') return done()
    reply.header('content-security-policy', dataCsp)
    reply.header('cache-control', 'no-store')
    return authenticate(app, request, reply)
  })

  recordUses(app)
}

function recordUses(app: App): void {
  const logFailure = (err: unknown) => app.log.warn({ err }, 'API token use not stored')
  const uses = useCounter(app.db, logFailure)
  app.addHook('onResponse', (request, _reply, done) => {
    const { apiTokenOrNull: token } = request
    if (!token) return done()
    const client = request.client()
    void recordNetwork(app.db, token, client)
      .then(() => uses.count(token, client))
      .catch(logFailure)
      .finally(done)
  })
  app.decorate('storeTokenUses', () => uses.storeAll())
  app.addHook('onClose', () => uses.storeAll())
}

async function authenticate(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ip } = request
  rejectBeyondLimit(await hitNetworks(app.limits, 'api', ip, requestsPerIp))

  const secret = tokenFromHeader(request)
  const apiToken = secret === null ? undefined : await findApiToken(app.db, secret, request.now)
  if (!apiToken) {
    rejectBeyondLimit(await hitNetworks(app.limits, 'api-rejected', ip, rejectedRequestsPerIp))
    setWwwAuthenticate(reply, secret === null ? '' : ', error="invalid_token"')
    throw new InvalidApiToken()
  }

  rejectBeyondLimit(await app.limits.hit(`token:${apiToken.token_id}`, requestsPerToken))
  if (!isIpAllowed(apiToken.networks, ip)) throw new IpNotAllowed()
  if (apiToken.locked_at !== null || apiToken.leaves_at !== null) throw new AccountDisabled()
  if (apiToken.email_verified_at === null) throw new EmailNotVerified()
  const { permission } = request.routeOptions.config
  if (!apiToken.permissions.some((granted) => granted === permission)) {
    setWwwAuthenticate(reply, `, error="insufficient_scope", scope="${permission ?? ''}"`)
    throw new MissingPermission(permission ?? '')
  }
  if (hasNonJsonBody(request)) throw new BadRequest(415)
  request.apiTokenOrNull = apiToken
  request.tokenUserId = apiToken.user_id
}

function rejectBeyondLimit({ allowed, retryAfterSeconds }: RateLimitResult): void {
  if (!allowed) throw new TooManyRequests({ retryAfterSeconds })
}

function tokenFromHeader({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

/** @see RFC 6750 §3 */
function setWwwAuthenticate(reply: FastifyReply, attributes: string): void {
  reply.header('www-authenticate', `Bearer realm="api"${attributes}`)
}

/** The API accepts no form bodies. */
function hasNonJsonBody({ headers }: FastifyRequest): boolean {
  const type = headers['content-type']
  return type !== undefined && !/^application\/json\s*(;|$)/i.test(type)
}

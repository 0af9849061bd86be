import type { FastifyReply, FastifyRequest } from 'fastify'

import { authenticateToken, setTokenResponseHeaders } from '#app/http/security/bearer-token.ts'
import { AccountDisabled, InvalidApiToken, IpNotAllowed } from '#app/http/security/token-errors.ts'
import type { App } from '#app/http/server/app-type.ts'
import type { Actor } from '#app/platform/actor.ts'
import { EmailNotVerified } from '#app/platform/errors.ts'
import { isIpAllowed } from '#app/platform/validation/ip-addresses.ts'

import { tokenUseCounter } from './count-token-uses.ts'
import { type ActiveApiToken, findApiToken } from './find-active-api-token.ts'
import { requestsPerToken, requestsPerIp, rejectedRequestsPerIp } from './limits.ts'
import { recordTokenNetwork } from './record-token-network.ts'

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
    setTokenResponseHeaders(reply)
    return authenticate(app, request, reply)
  })

  recordUses(app)
}

function recordUses(app: App): void {
  const logFailure = (err: unknown) => app.log.warn({ err }, 'API token use not stored')
  const uses = tokenUseCounter(app.db, logFailure)
  app.addHook('onResponse', (request, _reply, done) => {
    const { apiTokenOrNull: token } = request
    if (!token) return done()
    const client = request.client()
    void recordTokenNetwork(app.db, token, client)
      .then(() => uses.count(token, client))
      .catch(logFailure)
      .finally(done)
  })
  app.decorate('storeTokenUses', () => uses.storeAll())
  app.addHook('onClose', () => uses.storeAll())
}

async function authenticate(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = await authenticateToken(app, request, reply, {
    scope: 'api',
    limits: {
      perIp: requestsPerIp,
      rejectedPerIp: rejectedRequestsPerIp,
      perToken: requestsPerToken,
    },
    async find(secret) {
      const found = await findApiToken(app.db, secret, request.now)
      return found ? { ...found, id: found.token_id } : null
    },
    check: (active) => requireUsable(active, request.ip),
  })
  request.apiTokenOrNull = token
  request.tokenUserId = token.user_id
}

function requireUsable(token: ActiveApiToken, ip: string): void {
  if (!isIpAllowed(token.networks, ip)) throw new IpNotAllowed()
  if (token.locked_at !== null || token.leaves_at !== null) throw new AccountDisabled()
  if (token.email_verified_at === null) throw new EmailNotVerified()
}

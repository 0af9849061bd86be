import type { FastifyReply, FastifyRequest } from 'fastify'

import {
  bearerToken,
  rejectBeyondLimit,
  rejectNonJsonBody,
  setMissingScope,
  setTokenResponseHeaders,
  setWwwAuthenticate,
} from '#app/http/security/bearer-token.ts'
import { InvalidApiToken, MissingPermission } from '#app/http/security/token-errors.ts'
import type { App } from '#app/http/server/app-type.ts'
import { hitNetworks } from '#app/platform/rate-limit/hit-networks.ts'
import { isIpAllowed } from '#app/platform/validation/ip-addresses.ts'

import {
  managementRequestsPerIp,
  rejectedManagementRequestsPerIp,
  requestsPerServiceToken,
} from './limits.ts'
import { findServiceToken, type ServiceToken, storeServiceTokenUse } from './service-tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    serviceTokenOrNull: ServiceToken | null
    serviceToken(): ServiceToken
  }
}

/**
 * Authenticates `Authorization: Bearer` on routes with access `serviceToken`. From other networks these routes answer like
 * paths that do not exist.
 */
export function serviceTokenAuth(app: App): void {
  app.decorateRequest('serviceTokenOrNull', null)

  app.decorateRequest('serviceToken', function (this: FastifyRequest) {
    if (!this.serviceTokenOrNull) throw new InvalidApiToken()
    return this.serviceTokenOrNull
  })

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.access !== 'serviceToken') return done()
    if (!isIpAllowed(app.config.managementNetworks, request.ip)) return reply.callNotFound()
    setTokenResponseHeaders(reply)
    return authenticate(app, request, reply)
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const { serviceTokenOrNull: token } = request
    if (!token) return done()
    void storeServiceTokenUse(app.db, token.id, request.now)
      .catch((err: unknown) => request.log.warn({ err }, 'service token use not stored'))
      .finally(done)
  })
}

async function authenticate(app: App, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ip } = request
  rejectBeyondLimit(await hitNetworks(app.limits, 'management', ip, managementRequestsPerIp))

  const secret = bearerToken(request)
  const token = secret === null ? null : await findServiceToken(app.db, secret, request.now)
  if (!token) {
    const rate = rejectedManagementRequestsPerIp
    rejectBeyondLimit(await hitNetworks(app.limits, 'management-rejected', ip, rate))
    setWwwAuthenticate(reply, secret === null ? '' : ', error="invalid_token"')
    throw new InvalidApiToken()
  }

  rejectBeyondLimit(await app.limits.hit(`token:${token.id}`, requestsPerServiceToken))
  const { permission } = request.routeOptions.config
  if (!token.permissions.some((granted) => granted === permission)) {
    setMissingScope(reply, permission ?? '')
    throw new MissingPermission(permission ?? '')
  }
  rejectNonJsonBody(request)
  request.tokenId = token.id
  request.serviceTokenOrNull = token
}

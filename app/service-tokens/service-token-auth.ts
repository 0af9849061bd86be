import type { FastifyRequest } from 'fastify'

import { authenticateToken, setTokenResponseHeaders } from '#app/http/security/bearer-token.ts'
import { InvalidApiToken } from '#app/http/security/token-errors.ts'
import type { App } from '#app/http/server/app-type.ts'
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
    return authenticateToken(app, request, reply, {
      scope: 'management',
      limits: {
        perIp: managementRequestsPerIp,
        rejectedPerIp: rejectedManagementRequestsPerIp,
        perToken: requestsPerServiceToken,
      },
      find: (secret) => findServiceToken(app.db, secret, request.now),
    }).then((token) => {
      request.serviceTokenOrNull = token
    })
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const { serviceTokenOrNull: token } = request
    if (!token) return done()
    void storeServiceTokenUse(app.db, token.id, request.now)
      .catch((err: unknown) => request.log.warn({ err }, 'service token use not stored'))
      .finally(done)
  })
}

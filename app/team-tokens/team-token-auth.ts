import type { FastifyRequest } from 'fastify'

import { rejectedRequestsPerIp, requestsPerIp, requestsPerToken } from '#app/api-tokens/limits.ts'
import { authenticateToken, setTokenResponseHeaders } from '#app/http/security/bearer-token.ts'
import { AccountDisabled, InvalidApiToken } from '#app/http/security/token-errors.ts'
import type { App } from '#app/http/server/app-type.ts'

import { findTeamToken, storeTeamTokenUse, type TeamToken } from './find-team-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    teamTokenOrNull: TeamToken | null
    teamToken(): TeamToken
  }
}

/** Authenticates `Authorization: Bearer` on routes with access `teamToken`, which ignore cookies. The token alone says which team is meant. */
export function teamTokenAuth(app: App): void {
  app.decorateRequest('teamTokenOrNull', null)

  app.decorateRequest('teamToken', function (this: FastifyRequest) {
    if (!this.teamTokenOrNull) throw new InvalidApiToken()
    return this.teamTokenOrNull
  })

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.access !== 'teamToken') return done()
    setTokenResponseHeaders(reply)
    return authenticateToken(app, request, reply, {
      scope: 'api',
      limits: {
        perIp: requestsPerIp,
        rejectedPerIp: rejectedRequestsPerIp,
        perToken: requestsPerToken,
      },
      find: (secret) => findTeamToken(app.db, secret, request.now),
      check({ isDisabled }) {
        if (isDisabled) throw new AccountDisabled()
      },
    }).then((token) => {
      request.teamTokenOrNull = token
    })
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const { teamTokenOrNull: token } = request
    if (!token) return done()
    void storeTeamTokenUse(app.db, token, request.now)
      .catch((err: unknown) => request.log.warn({ err }, 'team token use not stored'))
      .finally(done)
  })
}

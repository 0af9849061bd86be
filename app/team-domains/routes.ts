import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'
import { EnabledForm } from '#app/platform/validation/form-fields.ts'

import { joinByDomain } from './join-by-domain.ts'
import { teamDomainLimits } from './limits.ts'
import {
  addDomain,
  DomainForm,
  proveDomain,
  removeDomain,
  setDomainEnabled,
} from './manage-domains.ts'

const DomainParams = z.object({ domain: z.string() })

export function teamDomainRoutes(app: App) {
  joinRoute(app)

  app.route({
    ...routeOptions('team-domains.store'),
    schema: { body: DomainForm },
    async handler(request, reply) {
      await rateLimitDomain(app, request)
      const { id } = request.team()
      await addDomain(request.context(), request.actor(), id, request.body)
      return respond(reply, { code: 201 })
    },
  })

  app.route({
    ...routeOptions('team-domain.check'),
    schema: { params: DomainParams },
    async handler(request, reply) {
      await rateLimitDomain(app, request)
      const { id: teamId } = request.team()
      const context = { ...request.context(), dnsServers: app.config.teams?.dnsServers ?? [] }
      await proveDomain(context, request.actor(), { teamId, id: request.params.domain })
      return respond(reply, { banner: request.translator('The domain is verified.') })
    },
  })

  app.route({
    ...routeOptions('team-domain.update'),
    schema: { params: DomainParams, body: EnabledForm },
    async handler(request, reply) {
      await rateLimitDomain(app, request)
      const { id: teamId } = request.team()
      const ref = { teamId, id: request.params.domain, isEnabled: request.body.enabled }
      await setDomainEnabled(request.context(), request.actor(), ref)
      return respond(reply)
    },
  })

  app.route({
    ...routeOptions('team-domain.destroy'),
    schema: { params: DomainParams },
    async handler(request, reply) {
      const { id: teamId } = request.team()
      const ref = { teamId, id: request.params.domain }
      await removeDomain(request.context(), request.actor(), ref)
      return respond(reply)
    },
  })
}

function joinRoute(app: App) {
  app.route({
    ...routeOptions('team-domain.join'),
    schema: { params: DomainParams },
    async handler(request, reply) {
      await rateLimitDomain(app, request)
      const { domain } = request.params
      const team = await joinByDomain(request.context(), request.actor(), domain)
      return respond(reply, { to: route('team.show', { team }) })
    },
  })
}

/** Limits adding, switching and joining, and checks, each of which asks the name servers of others. */
async function rateLimitDomain(app: App, request: FastifyRequest): Promise<void> {
  const attempt = { accountKey: request.actor().userId, limits: teamDomainLimits }
  await rateLimit(app, request, { action: 'team-domain', ...attempt })
}

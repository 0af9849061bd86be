import type { FastifyRequest } from 'fastify'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'
import { signOut } from '#app/sign-in/sign-in.ts'

import { teamChangeLimits } from './limits.ts'
import { offeredWays, requirementProps, requirementsOf, unmetRequirements } from './requirements.ts'
import { RequirementsForm, setRequirements } from './set-requirements.ts'
import { teamProps } from './teams.ts'

/** Limits changes that mail every member or go to every webhook. @throws TooManyRequests */
export async function rateLimitTeamChange(app: App, request: FastifyRequest): Promise<void> {
  const attempt = { accountKey: request.actor().userId, limits: teamChangeLimits }
  await rateLimit(app, request, { action: 'team-change', ...attempt })
}

export function requirementRoutes(app: App) {
  app.route({
    ...routeOptions('team-requirements.show'),
    async handler(request, reply) {
      const team = request.team()
      const required = requirementsOf(team)
      return reply.page('Teams/Requirements', {
        ...teamProps(team),
        requirements: requirementProps(app.config, required),
        unmet: await unmetRequirements(app, required, request.currentUser(), request.now),
        secondFactorUrl: route('second-factor.show', {
          next: route('team.show', { team: team.slug }),
        }),
      })
    },
  })

  app.route({
    ...routeOptions('team-requirements.update'),
    schema: { body: RequirementsForm },
    async handler(request, reply) {
      await rateLimitTeamChange(app, request)
      const { id: teamId } = request.team()
      const offered = offeredWays(app.config).map(({ way }) => way)
      const target = { teamId, session: request.currentUser(), offered }
      await setRequirements(request.context(), request.actor(), target, request.body)
      return respond(reply, { status: 'team-requirements-updated' })
    },
  })

  /** Ends this session; the next one is younger, and may be of another way to sign in. */
  app.route({
    ...routeOptions('team-sign-in.store'),
    async handler(request, reply) {
      const { slug } = request.team()
      await signOut(app, request.actor())
      reply.signOut({ clearsBrowser: true })
      reply.updateGuestSession({ intended: route('team.show', { team: slug }) })
      return respond(reply, { code: 204, to: route('login') })
    },
  })
}

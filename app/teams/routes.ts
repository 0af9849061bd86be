import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'

import { createTeam } from './create-team.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { teamCreationLimits } from './limits.ts'
import { memberRoutes } from './member-routes.ts'
import { ownershipOfferRoutes } from './ownership-offer-routes.ts'
import { pictureRoutes } from './picture-routes.ts'
import { requirementRoutes, rateLimitTeamChange } from './requirement-routes.ts'
import { slugRules, TeamForm } from './slug.ts'
import { updateTeam } from './update-team.ts'

export function teamRoutes(app: App) {
  memberRoutes(app)
  ownershipOfferRoutes(app)
  pictureRoutes(app)
  requirementRoutes(app)
  deletionRoutes(app)

  app.route({
    ...routeOptions('teams.create'),
    handler: (_request, reply) => reply.page('Teams/Create', { slugRules: slugRules(app.config) }),
  })

  app.route({
    ...routeOptions('teams.store'),
    schema: { body: TeamForm },
    async handler(request, reply) {
      const actor = request.actor()
      await rateLimit(app, request, {
        action: 'team-creation',
        accountKey: actor.userId,
        limits: teamCreationLimits,
      })
      await createTeam(request.context(), actor, request.body)
      return respond(reply, { code: 201, to: route('team.show', { team: request.body.slug }) })
    },
  })

  app.route({
    ...routeOptions('team.update'),
    schema: { body: TeamForm, params: z.object({ team: z.string() }) },
    async handler(request, reply) {
      await rateLimitTeamChange(app, request)
      await updateTeam(request.context(), request.actor(), request.team().id, request.body)
      const to = route('team.settings', { team: request.body.slug })
      return respond(reply, { status: 'team-updated', to })
    },
  })
}

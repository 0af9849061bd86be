import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { grantableTokenPermissions } from '#app/permissions.ts'
import { route } from '#app/platform/route.ts'
import { teamProps } from '#app/teams/teams.ts'

import { teamApiRoutes } from './api-routes.ts'
import { createTeamToken, revokeTeamToken } from './create-and-revoke-tokens.ts'
import { maxTeamTokens, teamTokenLimits } from './limits.ts'
import { teamTokens } from './team-tokens.ts'
import { TeamTokenForm } from './token-form.ts'

export async function teamTokenRoutes(app: App) {
  await teamApiRoutes(app)

  app.route({
    ...routeOptions('team-tokens.index'),
    async handler(request, reply) {
      const team = request.team()
      return reply.page('Teams/Tokens', {
        ...teamProps(team),
        tokens: await teamTokens(app.db, team, request.now),
        availablePermissions: grantableTokenPermissions(team.role),
        maxTokens: maxTeamTokens,
        action: route('team-tokens.store', { team: team.slug }),
        exampleUrl: new URL(route('team-api.show'), app.config.origin).href,
      })
    },
  })

  app.route({
    ...routeOptions('team-tokens.store'),
    schema: { body: TeamTokenForm },
    async handler(request, reply) {
      const { id: teamId } = request.team()
      const actor = request.actor()
      const attempt = { accountKey: actor.userId, limits: teamTokenLimits }
      await rateLimit(app, request, { action: 'team-token', field: 'name', ...attempt })
      const { timezone } = request.currentUser()
      const target = { teamId, timezone }
      const created = await createTeamToken(request.context(), actor, target, request.body)
      // The only response that contains the token.
      return respond(reply, { code: 201, json: created, token: created.token })
    },
  })

  app.route({
    ...routeOptions('team-token.destroy'),
    schema: { params: z.object({ token: z.string() }) },
    async handler(request, reply) {
      const { id: teamId } = request.team()
      const ref = { teamId, id: request.params.token }
      await revokeTeamToken(request.context(), request.actor(), ref)
      return respond(reply, { banner: request.translator('The token is revoked.') })
    },
  })
}

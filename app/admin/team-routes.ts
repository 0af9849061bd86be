import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { nameField } from '#app/platform/validation/form-fields.ts'
import { maxSeatLimit } from '#app/teams/limits.ts'
import { operatorTeamChanges } from '#app/teams/teams.ts'

import { logChange } from './account-routes.ts'
import { changeTeamAsAdministrator, type TeamChange } from './change-team-as-administrator.ts'
import { administratorLimits, changedAccountLimits } from './limits.ts'
import { teamList, TeamListParams, teamPage, TeamPageParams } from './team-list.ts'

const TeamParams = z.object({ team: z.string() })
const ChangeTeamForm = z.object({ reason: nameField('Enter a reason. The team sees it.') })

const seatLimitMessage = 'Enter a whole number, or nothing.'
const SeatLimitForm = ChangeTeamForm.extend({
  seat_limit: z
    .preprocess(
      (typed) => (typed === '' || typed === null ? undefined : typed),
      z.coerce
        .number<unknown>(seatLimitMessage)
        .int(seatLimitMessage)
        .min(1, seatLimitMessage)
        .max(maxSeatLimit, 'Enter a smaller number.')
        .optional(),
    )
    .transform((limit) => limit ?? null),
})

export function adminTeamRoutes(app: App) {
  teamPages(app)
  changeRoute(app, routeOptions('admin.team.delete'), operatorTeamChanges.delete)
  changeRoute(app, routeOptions('admin.team.keep'), operatorTeamChanges.cancelDeletion)

  app.route({
    ...routeOptions('admin.team.seat-limit'),
    schema: { params: TeamParams, body: SeatLimitForm },
    async handler(request, reply) {
      const { reason, seat_limit } = request.body
      await asAdministrator(app, request, {
        target: { teamId: request.params.team, reason },
        change: (context, target) => operatorTeamChanges.setSeatLimit(context, target, seat_limit),
      })
      return respond(reply, { status: 'team-changed' })
    },
  })
}

function teamPages(app: App) {
  app.route({
    ...routeOptions('admin.teams'),
    schema: { querystring: TeamListParams },
    handler: async (request, reply) =>
      reply.page('Admin/Teams', await teamList(app.db, request.query)),
  })

  app.route({
    ...routeOptions('admin.team'),
    schema: { params: TeamParams, querystring: TeamPageParams },
    handler: async (request, reply) =>
      reply.page('Admin/Team', await teamPage(app, request.params.team, request.query)),
  })
}

function changeRoute(app: App, options: ReturnType<typeof routeOptions>, change: TeamChange) {
  app.route({
    ...options,
    schema: { params: TeamParams, body: ChangeTeamForm },
    async handler(request, reply) {
      const target = { teamId: request.params.team, reason: request.body.reason }
      await asAdministrator(app, request, { target, change })
      return respond(reply, { status: 'team-changed' })
    },
  })
}

/** Changes a team within the rate limits of the administrator and of the team. @throws NotFound, Forbidden or TooManyRequests */
async function asAdministrator(
  app: App,
  request: FastifyRequest,
  { target, change }: { target: { teamId: string; reason: string }; change: TeamChange },
): Promise<void> {
  const administrator = request.currentUser()
  const { permission } = request.routeOptions.config
  const byAdministrator = { accountKey: administrator.user_id, limits: administratorLimits }
  await rateLimit(app, request, { action: 'administrator', ...byAdministrator })
  const ofTeam = { accountKey: target.teamId, limits: changedAccountLimits }
  await rateLimit(app, request, { action: 'changed-team', ...ofTeam })
  await changeTeamAsAdministrator(request.context(), { administrator, permission }, target, change)
  logChange(request, target.teamId)
}

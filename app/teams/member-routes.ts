import { z } from 'zod'

import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { teamRoleNames } from '#app/permissions.ts'
import { route } from '#app/platform/route.ts'

import { changeMemberRole } from './change-member-role.ts'
import { leaveTeam, removeMember } from './remove-member.ts'
import { rateLimitTeamChange } from './requirement-routes.ts'

const MemberParams = z.object({ member: z.string() })
const RoleForm = z.object({ role: z.enum(teamRoleNames, 'Choose one of the roles.') })

export function memberRoutes(app: App) {
  app.route({
    ...routeOptions('team-member.update'),
    schema: { params: MemberParams, body: RoleForm },
    async handler(request, reply) {
      await rateLimitTeamChange(app, request)
      const { id: teamId } = request.team()
      const change = { teamId, userId: request.params.member, role: request.body.role }
      await changeMemberRole(request.context(), request.actor(), change)
      return respond(reply, { banner: request.translator('The role is changed.') })
    },
  })

  app.route({
    ...routeOptions('team-member.destroy'),
    schema: { params: MemberParams },
    async handler(request, reply) {
      const { id: teamId } = request.team()
      const userId = request.params.member
      await removeMember(request.context(), request.actor(), { teamId, userId })
      const isSelf = userId === request.actor().userId
      if (isSelf) return respond(reply, { to: route('teams.index') })
      return respond(reply, { banner: request.translator('The member is removed.') })
    },
  })

  app.route({
    ...routeOptions('team-membership.destroy'),
    async handler(request, reply) {
      const { id, name } = request.team()
      await leaveTeam(request.context(), request.actor(), id)
      return respond(reply, {
        banner: request.translator('You left the team {team}.', { team: name }),
        to: route('teams.index'),
      })
    },
  })
}

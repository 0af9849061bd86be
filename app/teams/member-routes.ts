import { z } from 'zod'

import { publicAttributeInfos, publicAttributes } from '#app/custom-attributes/custom-attributes.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
import { assignableTeamRoles, teamRoleNames } from '#app/permissions.ts'
import { route } from '#app/platform/route.ts'

import { changeMemberRole } from './change-member-role.ts'
import { teamInvitationDays } from './limits.ts'
import { invitationsOf, type MemberCursor, memberPage } from './members.ts'
import { countMembers } from './membership.ts'
import { leaveTeam, removeMember } from './remove-member.ts'
import { rateLimitTeamChange } from './requirement-routes.ts'
import { seatLimitOf } from './seat-limit.ts'
import { teamProps } from './teams.ts'

const MemberParams = z.object({ member: z.string() })
const RoleForm = z.object({ role: z.enum(teamRoleNames, 'Choose one of the roles.') })
/** Ignores what is no cursor. */
const PageQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}_[0-9a-f-]{36}$/)
    .optional()
    .catch(undefined),
})

export function memberRoutes(app: App) {
  membersPage(app)
  changeRoutes(app)
}

function membersPage(app: App) {
  app.route({
    ...routeOptions('team-members.index'),
    schema: { querystring: PageQuery },
    async handler(request, reply) {
      const team = request.team()
      const cursor = parseCursor(request.query.after)
      const page = await memberPage(app.db, team, request.actor(), cursor)
      const ids = page.members.map(({ id }) => id)
      return reply.page('Teams/Members', {
        ...teamProps(team),
        ...page,
        attributes: publicAttributeInfos(request.translator, app.attributes),
        attributeValues: await publicAttributes(app.db, app.attributes, ids),
        memberCount: await countMembers(app.db, team.id),
        seats: seatLimitOf(app, team.seat_limit),
        invitations: await invitationsOf(app.db, team, request.now),
        assignableRoles: assignableTeamRoles(team.role),
        invitationDays: teamInvitationDays,
      })
    },
  })
}

function changeRoutes(app: App) {
  app.route({
    ...routeOptions('team-member.update'),
    schema: { params: MemberParams, body: RoleForm },
    async handler(request, reply) {
      await rateLimitTeamChange(app, request)
      const { id: teamId, slug } = request.team()
      const change = { teamId, userId: request.params.member, role: request.body.role }
      await changeMemberRole(request.context(), request.actor(), change)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      return reply
        .flash({ banner: request.translator('The role is changed.') })
        .back(route('team-members.index', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-member.destroy'),
    schema: { params: MemberParams },
    async handler(request, reply) {
      const { id: teamId, slug } = request.team()
      const userId = request.params.member
      await removeMember(request.context(), request.actor(), { teamId, userId })
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      const isSelf = userId === request.actor().userId
      if (isSelf) return reply.redirect(route('teams.index'))
      return reply
        .flash({ banner: request.translator('The member is removed.') })
        .back(route('team-members.index', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-membership.destroy'),
    async handler(request, reply) {
      const { id, name } = request.team()
      await leaveTeam(request.context(), request.actor(), id)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      const banner = request.translator('You left the team {team}.', { team: name })
      return reply.flash({ banner }).redirect(route('teams.index'))
    },
  })
}

function parseCursor(text: string | undefined): MemberCursor | null {
  const [joinedAt, userId] = text?.split('_') ?? []
  return joinedAt && userId ? { joinedAt: Number(joinedAt), userId } : null
}

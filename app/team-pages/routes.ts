import { z } from 'zod'

import { publicAttributeInfos, publicAttributes } from '#app/custom-attributes/custom-attributes.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import {
  assignableTeamRoles,
  permissionsOfTeamRole,
  type TeamPermission,
} from '#app/permissions.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'
import { maxPhotoMegabytes } from '#app/profile-photo/limits.ts'
import { joinableTeams, teamDomains } from '#app/team-domains/team-domains.ts'
import { teamInvitationDays } from '#app/team-invitations/limits.ts'
import { invitationsOf, receivedInvitations } from '#app/team-invitations/team-invitations.ts'
import { teamLogPage } from '#app/team-log/team-log.ts'
import { maxOwnedTeams, maxSessionHours } from '#app/teams/limits.ts'
import {
  countMembers,
  countOpenInvitations,
  hasOtherOwner,
  type MemberCursor,
  memberPage,
  offeredWays,
  ownerCandidates,
  ownershipOfferOf,
  requirementProps,
  requirementsOf,
  seatLimitOf,
  slugRules,
  teamProps,
  teams,
} from '#app/teams/teams.ts'

import { overviewRows } from './limits.ts'

/** An invalid cursor shows the first page. */
const PageQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}_[0-9a-f-]{36}$/)
    .optional()
    .catch(undefined),
})

export function sharedTeamPageRoutes(app: App) {
  listPage(app)
  overviewPage(app)
  membersPage(app)
  settingsPage(app)
}

function listPage(app: App) {
  app.route({
    ...routeOptions('teams.index'),
    async handler(request, reply) {
      if (request.inertia.wantsJson) {
        const list = await teams(app.db, request.actor())
        return reply.header('cache-control', 'no-store').send({ teams: list })
      }
      return reply.page('Teams/Index', {
        teams: await teams(app.db, request.actor()),
        maxOwned: maxOwnedTeams,
        invitations: await receivedInvitations(app, request.actor()),
        joinable: await joinableTeams(app, request.actor().userId),
      })
    },
  })
}

function overviewPage(app: App) {
  app.route({
    ...routeOptions('team.show'),
    async handler(request, reply) {
      const team = request.team()
      const permissions = permissionsOfTeamRole(team.role)
      const may = (permission: TeamPermission) => permissions.includes(permission)
      return reply.page('Teams/Show', {
        ...teamProps(team),
        memberCount: await countMembers(app.db, team.id),
        seats: seatLimitOf(app, team.seat_limit),
        memberSince: toIso(team.joined_at),
        members: (await memberPage(app.db, team, request.actor(), null, overviewRows)).members,
        openInvitations: may('members.invite')
          ? await countOpenInvitations(app.db, team.id, request.now)
          : null,
        teamEvents: may('log.view')
          ? (await teamLogPage(app.db, team.id, null, overviewRows)).events
          : null,
        requirements: requirementProps(app.config, requirementsOf(team)),
      })
    },
  })
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

function parseCursor(text: string | undefined): MemberCursor | null {
  const [joinedAt, userId] = text?.split('_') ?? []
  return joinedAt && userId ? { joinedAt: Number(joinedAt), userId } : null
}

function settingsPage(app: App) {
  app.route({
    ...routeOptions('team.settings'),
    async handler(request, reply) {
      const team = request.team()
      const actor = request.actor()
      const isOwner = team.role === 'owner'
      return reply.page('Teams/Settings', {
        ...teamProps(team),
        slugRules: slugRules(app.config),
        picture: pictureForm(team.slug),
        deletionDays: app.config.teams?.deletionDays ?? 0,
        ownershipOffer: await ownershipOfferOf(app.db, team.id, actor),
        candidates: isOwner ? await ownerCandidates(app.db, team.id) : null,
        isLastOwner: isOwner && !(await hasOtherOwner(app.db, team.id, actor.userId)),
        requirements: requirementProps(app.config, requirementsOf(team)),
        offeredWays: offeredWays(app.config),
        maxSessionHours,
        domains: isOwner ? await teamDomains(app.db, team.id) : null,
      })
    },
  })
}

const pictureForm = (team: string) => ({
  action: route('team-picture.update', { team }),
  maxMegabytes: maxPhotoMegabytes,
})

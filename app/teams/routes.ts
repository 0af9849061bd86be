import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
import type { Legal } from '#app/legal/legal.ts'
import { permissionsOfTeamRole, type TeamPermission } from '#app/permissions.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'
import { maxPhotoMegabytes } from '#app/profile-photo/limits.ts'
import { teamLogPage } from '#app/team-log/team-log.ts'

import { createTeam } from './create-team.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { domainRoutes } from './domain-routes.ts'
import { invitationLinkRoutes } from './invitation-link-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { invitationSignUpRoutes } from './invitation-sign-up-routes.ts'
import {
  maxOwnedTeams,
  maxSessionHours,
  maxSlugLength,
  overviewRows,
  teamCreationLimits,
} from './limits.ts'
import { memberRoutes } from './member-routes.ts'
import { countOpenInvitations, memberPage, ownerCandidates } from './members.ts'
import { countMembers, hasOtherOwner } from './membership.ts'
import { ownershipOfferRoutes } from './ownership-offer-routes.ts'
import { ownershipOfferOf } from './ownership-offer.ts'
import { pictureRoutes } from './picture-routes.ts'
import { receivedInvitationRoutes } from './received-invitation-routes.ts'
import { receivedInvitations } from './received-invitations.ts'
import { requirementRoutes, rateLimitTeamChange } from './requirement-routes.ts'
import { offeredWays, requirementProps, requirementsOf } from './requirements.ts'
import { seatLimitOf } from './seat-limit.ts'
import { TeamForm } from './slug.ts'
import { joinableTeams, teamDomains } from './team-domains.ts'
import { teamProps, teams } from './teams.ts'
import { updateTeam } from './update-team.ts'

export function teamRoutes(app: App, legal: Legal) {
  listRoutes(app)
  receivedInvitationRoutes(app)
  teamPageRoutes(app)
  memberRoutes(app)
  invitationRoutes(app)
  invitationLinkRoutes(app)
  invitationSignUpRoutes(app, legal)
  ownershipOfferRoutes(app)
  pictureRoutes(app)
  requirementRoutes(app)
  domainRoutes(app)
  deletionRoutes(app)
}

const slugRules = ({ config }: App) => ({
  prefix: `${config.origin}/t/`,
  maxLength: maxSlugLength,
})

const pictureForm = (team: string) => ({
  action: route('team-picture.update', { team }),
  maxMegabytes: maxPhotoMegabytes,
})

function listRoutes(app: App) {
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

  app.route({
    ...routeOptions('teams.create'),
    handler: (_request, reply) => reply.page('Teams/Create', { slugRules: slugRules(app) }),
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
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 201)
      return reply.redirect(route('team.show', { team: request.body.slug }))
    },
  })
}

function teamPageRoutes(app: App) {
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

  app.route({
    ...routeOptions('team.settings'),
    async handler(request, reply) {
      const team = request.team()
      const actor = request.actor()
      const isOwner = team.role === 'owner'
      return reply.page('Teams/Settings', {
        ...teamProps(team),
        slugRules: slugRules(app),
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

  app.route({
    ...routeOptions('team.update'),
    schema: { body: TeamForm, params: z.object({ team: z.string() }) },
    async handler(request, reply) {
      await rateLimitTeamChange(app, request)
      await updateTeam(request.context(), request.actor(), request.team().id, request.body)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      const settings = route('team.settings', { team: request.body.slug })
      return reply.flash({ status: 'team-updated' }).redirect(settings)
    },
  })
}

import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import type { Legal } from '#app/legal/legal.ts'

import { teamInvitationLinkRoutes } from './invitation-link-routes.ts'
import { invitationSignUpRoutes } from './invitation-sign-up-routes.ts'
import { InvitationForm, inviteMember, sendInvitationAgain } from './invite-member.ts'
import { teamInvitationMails } from './limits.ts'
import { receivedInvitationRoutes } from './received-invitation-routes.ts'
import { revokeTeamInvitation } from './revoke-team-invitation.ts'

const InvitationParams = z.object({ invitation: z.string() })

export function teamInvitationRoutes(app: App, legal: Legal) {
  sendRoutes(app)
  receivedInvitationRoutes(app)
  teamInvitationLinkRoutes(app)
  invitationSignUpRoutes(app, legal)
}

function sendRoutes(app: App) {
  app.route({
    ...routeOptions('team-invitations.store'),
    schema: { body: InvitationForm },
    async handler(request, reply) {
      const { id } = request.team()
      const actor = request.actor()
      const attempt = { accountKey: actor.userId, limits: teamInvitationMails }
      await rateLimit(app, request, { action: 'team-invitation', ...attempt })
      await inviteMember(request.context(), actor, id, request.body)
      return respond(reply, {
        code: 201,
        banner: request.translator('The invitation is on its way.'),
      })
    },
  })

  app.route({
    ...routeOptions('team-invitations.send'),
    schema: { params: InvitationParams },
    async handler(request, reply) {
      const { id: teamId } = request.team()
      const actor = request.actor()
      const attempt = { accountKey: actor.userId, limits: teamInvitationMails }
      await rateLimit(app, request, { action: 'team-invitation', ...attempt })
      const id = request.params.invitation
      await sendInvitationAgain(request.context(), actor, { teamId, id })
      return respond(reply, {
        code: 202,
        banner: request.translator('The invitation is sent again. Only the newest link works.'),
      })
    },
  })

  app.route({
    ...routeOptions('team-invitations.destroy'),
    schema: { params: InvitationParams },
    async handler(request, reply) {
      const { id: teamId } = request.team()
      const id = request.params.invitation
      await revokeTeamInvitation(request.context(), request.actor(), { teamId, id })
      return respond(reply, { banner: request.translator('The invitation is revoked.') })
    },
  })
}

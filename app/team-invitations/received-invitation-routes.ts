import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'

import { teamInvitationLinkLimits } from './limits.ts'
import { acceptReceivedInvitation, declineReceivedInvitation } from './received-invitations.ts'

const InvitationParams = z.object({ invitation: z.string() })

export function receivedInvitationRoutes(app: App) {
  app.route({
    ...routeOptions('own-team-invitation.accept'),
    schema: { params: InvitationParams },
    async handler(request, reply) {
      const { invitation } = request.params
      await rateLimitInvitation(app, request, invitation)
      const team = await acceptReceivedInvitation(request.context(), request.actor(), invitation)
      return respond(reply, { to: route('team.show', { team }) })
    },
  })

  app.route({
    ...routeOptions('own-team-invitation.decline'),
    schema: { params: InvitationParams },
    async handler(request, reply) {
      const { invitation } = request.params
      await rateLimitInvitation(app, request, invitation)
      await declineReceivedInvitation(request.context(), request.actor(), invitation)
      return respond(reply, {
        banner: request.translator('You declined the invitation.'),
        to: route('teams.index'),
      })
    },
  })
}

async function rateLimitInvitation(app: App, request: FastifyRequest, id: string): Promise<void> {
  const attempt = { accountKey: id, limits: teamInvitationLinkLimits }
  await rateLimit(app, request, { action: 'team-invitation-link', ...attempt })
}

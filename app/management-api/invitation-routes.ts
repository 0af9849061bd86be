import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { runIdempotently } from './idempotent-reply.ts'
import { inviteByService, listInvitations, revokeInvitationById } from './invitations.ts'
import { endpoints } from './management-endpoints.ts'

export function managementInvitationRoutes(app: App): void {
  app.route({
    ...routeOptions('management.invitations.index'),
    schema: endpoints['management.invitations.index'].schema,
    handler: (request) => listInvitations(request.context(), request.query),
  })

  app.route({
    ...routeOptions('management.invitations.store'),
    schema: endpoints['management.invitations.store'].schema,
    handler: (request, reply) =>
      runIdempotently(request, reply, emailKey(request.body.email), async (context) => {
        await inviteByService(context, request.body)
        return { status: 204 }
      }),
  })

  app.route({
    ...routeOptions('management.invitations.destroy'),
    schema: endpoints['management.invitations.destroy'].schema,
    handler: (request, reply) =>
      runIdempotently(request, reply, request.params.invitation, async (context) => {
        await revokeInvitationById(context, request.params.invitation)
        return { status: 204 }
      }),
  })
}

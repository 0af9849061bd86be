import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { logChange } from './account-routes.ts'
import {
  findInvitationById,
  InvitationListParams,
  invitationsPage,
  inviteAddress,
  InviteForm,
  resendInvitation,
  revokeOpenInvitation,
} from './invitations.ts'
import { invitingLimits } from './limits.ts'

export const EntryParams = z.object({ entry: z.string() })

export function adminInvitationRoutes(app: App) {
  app.route({
    ...routeOptions('admin.invitations'),
    schema: { querystring: InvitationListParams },
    handler: async (request, reply) =>
      reply.page('Admin/Invitations', await invitationsPage(request.context(), request.query)),
  })

  app.route({
    ...routeOptions('admin.invitation.store'),
    schema: { body: InviteForm },
    async handler(request, reply) {
      const { email } = request.body
      await rateLimitInviting(app, request, emailKey(email))
      await inviteAddress(request.context(), request.body)
      return respondInvited(request, reply, request.translator('{email} is invited.', { email }))
    },
  })

  app.route({
    ...routeOptions('admin.invitation.resend'),
    schema: { params: EntryParams },
    async handler(request, reply) {
      const t = request.translator
      const invitation = await findInvitationById(request.context(), request.params.entry)
      const { email } = invitation
      await rateLimitInviting(app, request, invitation.emailKey)
      const isSent = await resendInvitation(request.context(), invitation)
      const done = t('{email} is invited again. The earlier link no longer works.', { email })
      return isSent
        ? respondInvited(request, reply, done)
        : respondInvited(request, reply, t('This address already has an account.'), 'danger')
    },
  })

  app.route({
    ...routeOptions('admin.invitation.revoke'),
    schema: { params: EntryParams },
    async handler(request, reply) {
      const invitation = await findInvitationById(request.context(), request.params.entry)
      const { email } = invitation
      await revokeOpenInvitation(request.context(), invitation)
      return respondInvited(
        request,
        reply,
        request.translator('The invitation to {email} no longer works.', { email }),
      )
    },
  })
}

export function rateLimitInviting(
  app: App,
  request: FastifyRequest,
  accountKey: string,
): Promise<void> {
  const attempt = { action: 'admin-invite', accountKey, limits: invitingLimits, field: 'email' }
  return rateLimit(app, request, attempt)
}

export function respondInvited(
  request: FastifyRequest,
  reply: FastifyReply,
  banner: string,
  bannerStyle: 'success' | 'danger' = 'success',
): FastifyReply {
  logChange(request, null)
  return respond(reply, { banner, bannerStyle, to: route('admin.invitations') })
}

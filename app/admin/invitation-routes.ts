import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
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
      return respond(request, reply, request.translator('{email} is invited.', { email }))
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
        ? respond(request, reply, done)
        : respond(request, reply, t('This address already has an account.'), 'danger')
    },
  })

  app.route({
    ...routeOptions('admin.invitation.revoke'),
    schema: { params: EntryParams },
    async handler(request, reply) {
      const invitation = await findInvitationById(request.context(), request.params.entry)
      const { email } = invitation
      await revokeOpenInvitation(request.context(), invitation)
      return respond(
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

export function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  banner: string,
  bannerStyle: 'success' | 'danger' = 'success',
): FastifyReply {
  logChange(request, null)
  if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
  return reply.flash({ banner, bannerStyle }).redirect(route('admin.invitations'))
}

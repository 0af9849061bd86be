import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { sendPhoto } from '#app/http/security/accept-photo.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { storeIntendedUrl } from '#app/http/session/intended-url.ts'
import { type MailLink, parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'
import { photoSizes } from '#app/profile-photo/profile-photo.ts'
import { readPicture, requirementProps, requirementsOf } from '#app/teams/teams.ts'

import { acceptTeamInvitation, findTeamInvitation, invitationStep } from './accept-invitation.ts'
import { declineTeamInvitation } from './decline-invitation.ts'
import { teamInvitationLinkLimits } from './limits.ts'

const PictureParams = TokenParams.extend({ picture: z.string(), size: z.enum(photoSizes) })
const AcceptForm = z.object({ other_address: checkbox })

export async function rateLimitLink(
  app: App,
  request: FastifyRequest,
  link: MailLink,
): Promise<void> {
  const attempt = { accountKey: link.id, limits: teamInvitationLinkLimits }
  await rateLimit(app, request, { action: 'team-invitation-link', ...attempt })
}

export function teamInvitationLinkRoutes(app: App) {
  app.route({
    ...routeOptions('team-invitation.show'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const invitation = await openMailLink(request, reply, findTeamInvitation)
      const userId = request.session?.user_id ?? null
      // Signing in leads back here.
      if (userId === null) storeIntendedUrl(request, reply)
      const { team, picture_id: picture, inviter, role, email, expiresAt } = invitation
      return reply.page('Teams/AcceptInvitation', {
        team,
        pictureUrl:
          picture && route('team-invitation.picture', { ...request.params, picture, size: '256' }),
        inviter,
        role,
        email,
        expiresAt: toIso(expiresAt),
        requirements: requirementProps(app.config, requirementsOf(invitation)),
        step: await invitationStep(app, invitation, userId),
        action: route('team-invitation.accept', request.params),
        registerUrl: route('team-invitation.register', request.params),
      })
    },
  })

  pictureRoute(app)

  app.route({
    ...routeOptions('team-invitation.accept'),
    schema: { params: TokenParams, body: AcceptForm },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await rateLimitLink(app, request, link)
      const otherAddress = request.body.other_address
      const slug = await acceptTeamInvitation(request.context(), request.actor(), {
        link,
        otherAddress,
      })
      return respond(reply, { to: route('team.show', { team: slug }) })
    },
  })

  app.route({
    ...routeOptions('team-invitation.decline'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await rateLimitLink(app, request, link)
      await declineTeamInvitation(request.context(), link)
      return respond(reply, {
        banner: request.translator('You declined the invitation.'),
        to: route(request.session ? 'dashboard' : 'login'),
      })
    },
  })
}

function pictureRoute(app: App) {
  app.route({
    ...routeOptions('team-invitation.picture'),
    schema: { params: PictureParams },
    async handler(request, reply) {
      const { picture_id } = await openMailLink(request, reply, findTeamInvitation)
      const image = await readPicture(app.files, picture_id, request.params)
      return sendPhoto(reply, image, { cacheControl: 'no-store, private' })
    },
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { providerLinks } from '#app/http/session/last-provider-cookie.ts'
import { documentVersions, type Legal } from '#app/legal/legal.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import {
  rejectRequiredProviderDomain,
  requiredProvider,
} from '#app/platform/auth/required-provider.ts'
import { Gone } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import {
  invitationForm,
  invitationPasskeyForm,
  invitedPage,
  registerInvited,
  requireInvitedForm,
} from '#app/registration/registration.ts'

import { acceptInvitation, findInvitation } from './invitations.ts'
import { invitationLimits } from './limits.ts'

/** Invitation links work with every setting of `REGISTRATION`. */
export function invitationLinkRoutes(app: App, legal: Legal) {
  showRoutes(app, legal)
  acceptRoute(app, legal)
  passkeyRoute(app, legal)
}

type LinkRequest = FastifyRequest & { params: z.output<typeof TokenParams> }

function showRoutes(app: App, legal: Legal) {
  const { config } = app
  const schema = { params: TokenParams }
  app.route({
    ...routeOptions('invitation.show'),
    schema,
    handler: (request, reply) => show(request, reply, false),
  })
  app.route({
    ...routeOptions('invitation.passkey'),
    schema,
    handler: (request, reply) => show(request, reply, true),
  })

  async function show(request: LinkRequest, reply: FastifyReply, withPasskey: boolean) {
    const { email } = await openMailLink(request, reply, findInvitation)
    const { params } = request
    const paths = {
      password: route('invitation.show', params),
      passkey: route('invitation.passkey', params),
    }
    const providers = request.canSignIn() ? providerLinks(request, config) : []
    if (requiredProvider(email, config) && request.canSignIn())
      reply.updateGuestSession({ loginHint: email })
    const page = invitedPage(config, legal, { email, withPasskey, paths, providers })
    return reply.page('Auth/Register', page, { encryptHistory: true })
  }
}

function acceptRoute(app: App, legal: Legal) {
  const versions = documentVersions(legal)
  app.route({
    ...routeOptions('invitation.store'),
    schema: { params: TokenParams, body: invitationForm(app.config.passwordMinLength) },
    attachValidation: true,
    async handler(request, reply) {
      const { link, invitation } = await openInvitation(app, request)
      const { email } = invitation
      const { locale } = request.translator
      const session = await acceptInvitation(request.context(), request.client(), {
        link,
        invitation,
        form: await requireInvitedForm(app, request, { email, locale, versions }),
        replacedSession: request.replacedSession(),
      })
      await reply.signIn(session, false)
      return reply
        .flash({ banner: request.translator('Welcome. Your account is ready.') })
        .redirect(route('dashboard'))
    },
  })
}

/** The next page creates the passkey, as after a registration with one. */
function passkeyRoute(app: App, legal: Legal) {
  const versions = documentVersions(legal)
  app.route({
    ...routeOptions('invitation.passkey.store'),
    schema: { params: TokenParams, body: invitationPasskeyForm },
    async handler(request, reply) {
      const { link, invitation } = await openInvitation(app, request)
      const person = { form: request.body, email: invitation.email, invitation: link }
      const { path, registration } = await registerInvited(request.context(), person, versions)
      if (request.canSignIn()) reply.updateGuestSession({ registration, waitingOn: undefined })
      return reply.redirect(path)
    },
  })
}

/** @throws Gone, ProviderRequired */
async function openInvitation(app: App, request: LinkRequest) {
  const link = parseLink(request.params.token)
  const attempt = { action: 'invitation', accountKey: link.id, limits: invitationLimits }
  await rateLimit(app, request, attempt)
  const invitation = await findInvitation(request.context(), link)
  if (!invitation) throw new Gone()
  rejectRequiredProviderDomain(invitation.email, app.config)
  return { link, invitation }
}

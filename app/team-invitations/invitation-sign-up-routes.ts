import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
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

import {
  findTeamInvitation,
  invitationStep,
  registerMember,
  type TeamInvitation,
} from './accept-invitation.ts'
import { rateLimitLink } from './invitation-link-routes.ts'

type LinkRequest = FastifyRequest & { params: z.output<typeof TokenParams> }

/** A new account for the invited address, which the link has proved. */
export function invitationSignUpRoutes(app: App, legal: Legal) {
  showRoutes(app, legal)
  passwordRoute(app, legal)
  passkeyRoute(app, legal)
}

function showRoutes(app: App, legal: Legal) {
  const { config } = app
  const schema = { params: TokenParams }
  app.route({
    ...routeOptions('team-invitation.register'),
    schema,
    handler: (request, reply) => show(request, reply, false),
  })
  app.route({
    ...routeOptions('team-invitation.register-passkey'),
    schema,
    handler: (request, reply) => show(request, reply, true),
  })

  async function show(request: LinkRequest, reply: FastifyReply, withPasskey: boolean) {
    const invitation = await openMailLink(request, reply, findTeamInvitation)
    await requireRegistration(app, invitation)
    const { email } = invitation
    const { params } = request
    const paths = {
      password: route('team-invitation.register', params),
      passkey: route('team-invitation.register-passkey', params),
    }
    reply.updateGuestSession({
      intended,
      ...(requiredProvider(email, config) && { loginHint: email }),
    })
    const providers = providerLinks(request, config)
    const page = invitedPage(config, legal, { email, withPasskey, paths, providers })
    return reply.page('Auth/Register', page, { encryptHistory: true })
  }
}

/** A person who comes with a passkey or a provider accepts the invitation in the list of teams, after the terms. */
const intended = route('teams.index')

function passwordRoute(app: App, legal: Legal) {
  const versions = documentVersions(legal)
  app.route({
    ...routeOptions('team-invitation.register.store'),
    schema: { params: TokenParams, body: invitationForm(app.config.passwordMinLength) },
    attachValidation: true,
    async handler(request, reply) {
      const { link, invitation } = await openInvitation(app, request)
      const { email } = invitation
      const { locale } = request.translator
      const session = await registerMember(request.context(), request.client(), {
        link,
        invitation,
        form: await requireInvitedForm(app, request, { email, locale, versions }),
        replacedSession: request.replacedSession(),
      })
      await reply.signIn(session, false)
      return reply.redirect(route('team.show', { team: invitation.slug }))
    },
  })
}

function passkeyRoute(app: App, legal: Legal) {
  const versions = documentVersions(legal)
  app.route({
    ...routeOptions('team-invitation.register-passkey.store'),
    schema: { params: TokenParams, body: invitationPasskeyForm },
    async handler(request, reply) {
      const { invitation } = await openInvitation(app, request)
      const person = { form: request.body, email: invitation.email, invitation: null }
      const { path, registration } = await registerInvited(request.context(), person, versions)
      reply.updateGuestSession({ registration, waitingOn: undefined, intended })
      return reply.redirect(path)
    },
  })
}

/** @throws Gone, ProviderRequired */
async function openInvitation(app: App, request: LinkRequest) {
  const link = parseLink(request.params.token)
  await rateLimitLink(app, request, link)
  const invitation = await findTeamInvitation(request.context(), link)
  if (!invitation) throw new Gone()
  await requireRegistration(app, invitation)
  rejectRequiredProviderDomain(invitation.email, app.config)
  return { link, invitation }
}

/** @throws Gone when the address has an account by now, or nobody may sign up with it */
async function requireRegistration(app: App, invitation: TeamInvitation): Promise<void> {
  if ((await invitationStep(app, invitation, null)) !== 'register') throw new Gone()
}

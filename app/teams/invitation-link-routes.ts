import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
import { storeIntendedUrl } from '#app/http/session/intended-url.ts'
import {
  combinedVersion,
  documentVersions,
  type Legal,
  requireCurrentTerms,
} from '#app/legal/legal.ts'
import { requireStrongPassword } from '#app/password/password.ts'
import { type MailLink, parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { rejectManagedDomain } from '#app/platform/auth/required-provider.ts'
import { Gone } from '#app/platform/errors.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { route } from '#app/platform/route.ts'
import { emailDomainProblem } from '#app/platform/validation/email-domains.ts'
import { checkbox } from '#app/platform/validation/form-fields.ts'
import { invitationForm, withPasswordProblem } from '#app/registration/registration.ts'

import {
  acceptTeamInvitation,
  findTeamInvitation,
  invitationStep,
  registerInvited,
  type TeamInvitation,
} from './accept-invitation.ts'
import { declineTeamInvitation } from './decline-invitation.ts'
import { teamInvitationLinkLimits } from './limits.ts'
import { requirementProps, requirementsOf } from './requirements.ts'

export function invitationLinkRoutes(app: App, legal: Legal) {
  acceptRoutes(app)
  registerRoutes(app, legal)
}

const AcceptForm = z.object({ other_address: checkbox })

/** Whether the invited address may get an account of its own. With a waitlist only the operator lets people in. */
function mayRegister({ config }: App, { email }: TeamInvitation): boolean {
  return config.registration === 'open' && emailDomainProblem(email, config) === null
}

async function throttleLink(app: App, request: FastifyRequest, link: MailLink): Promise<void> {
  const attempt = { accountKey: link.id, limits: teamInvitationLinkLimits }
  await throttle(app, request, { action: 'team-invitation-link', ...attempt })
}

function acceptRoutes(app: App) {
  app.route({
    ...routeOptions('team-invitation.show'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const invitation = await openMailLink(request, reply, findTeamInvitation)
      const userId = request.session?.user_id ?? null
      // Signing in leads back here.
      if (userId === null) storeIntendedUrl(request, reply)
      const { team, inviter, role, email, expiresAt } = invitation
      return reply.page('Teams/AcceptInvitation', {
        team,
        inviter,
        role,
        email,
        expiresAt: toIso(expiresAt),
        requirements: requirementProps(app.config, requirementsOf(invitation)),
        step: await invitationStep(app.db, invitation, {
          userId,
          mayRegister: mayRegister(app, invitation),
        }),
        action: route('team-invitation.accept', request.params),
        registerUrl: route('team-invitation.register', request.params),
      })
    },
  })

  app.route({
    ...routeOptions('team-invitation.accept'),
    schema: { params: TokenParams, body: AcceptForm },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await throttleLink(app, request, link)
      const otherAddress = request.body.other_address
      const slug = await acceptTeamInvitation(request.context(), request.actor(), {
        link,
        otherAddress,
      })
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      return reply.redirect(route('team.show', { team: slug }))
    },
  })

  app.route({
    ...routeOptions('team-invitation.decline'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await throttleLink(app, request, link)
      await declineTeamInvitation(request.context(), link)
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 200)
      const banner = request.translator('You declined the invitation.')
      return reply.flash({ banner }).redirect(route(request.session ? 'dashboard' : 'login'))
    },
  })
}

/** A new account for the invited address, which the link has proved. */
function registerRoutes(app: App, legal: Legal) {
  const { config } = app
  const { passwordMinLength: minLength } = config
  const versions = documentVersions(legal)
  const policy = { ...config, minLength, log: app.log }

  app.route({
    ...routeOptions('team-invitation.register'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const invitation = await openMailLink(request, reply, findTeamInvitation)
      await requireRegistration(app, invitation)
      const action = route('team-invitation.register.store', request.params)
      return reply.page(
        'Auth/Register',
        {
          passwordMinLength: minLength,
          withPasskey: false,
          termsVersion: combinedVersion(versions),
          invitation: { email: invitation.email, action },
          challenge: null,
          providers: [],
        },
        { encryptHistory: true },
      )
    },
  })

  app.route({
    ...routeOptions('team-invitation.register.store'),
    schema: { params: TokenParams, body: invitationForm(minLength) },
    attachValidation: true,
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      await throttleLink(app, request, link)
      const invitation = await findTeamInvitation(request.context(), link)
      if (!invitation) throw new Gone()
      await requireRegistration(app, invitation)
      const { email } = invitation
      if (request.validationError)
        throw await withPasswordProblem(request.validationError, { ...request.body, email }, policy)
      const { name, password, terms_version } = request.body
      requireCurrentTerms(terms_version ?? combinedVersion(versions), versions)
      await requireStrongPassword(password, { ...policy, name, email })

      const { locale } = request.translator
      const session = await registerInvited(request.context(), request.client(), {
        link,
        invitation,
        form: { name, password, locale: locale === 'en' ? null : locale, ...versions },
        replacedSession: request.replacedSession(),
      })
      await reply.signIn(session, false)
      return reply.redirect(route('team.show', { team: invitation.slug }))
    },
  })
}

/** @throws Gone when the address has an account by now, or nobody may sign up with it */
async function requireRegistration(app: App, invitation: TeamInvitation): Promise<void> {
  const person = { userId: null, mayRegister: mayRegister(app, invitation) }
  if ((await invitationStep(app.db, invitation, person)) !== 'register') throw new Gone()
  rejectManagedDomain(invitation.email, app.config)
}

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import {
  combinedVersion,
  documentVersions,
  type Legal,
  requireCurrentTerms,
} from '#app/legal/legal.ts'
import { requireStrongPassword } from '#app/password/password.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { Gone } from '#app/platform/errors.ts'
import { route } from '#app/platform/route.ts'
import { invitationForm, withPasswordProblem } from '#app/registration/registration.ts'

import { acceptInvitation, findInvitation } from './invitations.ts'
import { invitationLimits } from './limits.ts'

/** Works with every `REGISTRATION`. */
export function invitationLinkRoutes(app: App, legal: Legal) {
  const { config } = app
  const { passwordMinLength: minLength } = config
  const versions = documentVersions(legal)
  const policy = { ...config, minLength, log: app.log }

  app.route({
    ...routeOptions('invitation.show'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const { email } = await openMailLink(request, reply, findInvitation)
      const action = route('invitation.store', request.params)
      return reply.page(
        'Auth/Register',
        {
          passwordMinLength: minLength,
          withPasskey: false,
          termsVersion: combinedVersion(versions),
          invitation: { email, action },
          challenge: null,
          providers: [],
        },
        { encryptHistory: true },
      )
    },
  })

  app.route({
    ...routeOptions('invitation.store'),
    schema: { params: TokenParams, body: invitationForm(minLength) },
    attachValidation: true,
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      const attempt = { action: 'invitation', accountKey: link.id, limits: invitationLimits }
      await throttle(app, request, attempt)
      const invitation = await findInvitation(request.context(), link)
      if (!invitation) throw new Gone()
      const { email } = invitation
      if (request.validationError)
        throw await withPasswordProblem(request.validationError, { ...request.body, email }, policy)
      const { name, password, terms_version } = request.body
      requireCurrentTerms(terms_version ?? combinedVersion(versions), versions)
      await requireStrongPassword(password, { ...policy, name, email })

      const { locale } = request.translator
      const session = await acceptInvitation(request.context(), request.client(), {
        link,
        invitation,
        form: { name, password, locale: locale === 'en' ? null : locale, ...versions },
        replacedSession: request.replacedSession(),
      })
      await reply.signIn(session, false)
      return reply
        .flash({ banner: request.translator('Welcome. Your account is ready.') })
        .redirect(route('dashboard'))
    },
  })
}

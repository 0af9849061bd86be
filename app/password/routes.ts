import { z } from 'zod'

import { setSensitiveUrlHeaders, TokenParams } from '#app/http/inertia/mail-link.ts'
import { respondWithStatus } from '#app/http/inertia/respond-with-status.ts'
import { requireConfirmation } from '#app/http/security/guards.ts'
import { withAttemptLimit, passwordAttempt } from '#app/http/security/password-attempts.ts'
import { signInAttempt } from '#app/http/security/sign-in-attempt.ts'
import { clearAttempts, throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions, machineEndpoint } from '#app/http/server/route-options.ts'
import { setDeviceCookie } from '#app/http/session/device-cookie.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { emailInput } from '#app/platform/validation/form-fields.ts'

import { requestLimits, resetLimits } from './limits.ts'
import type { PasswordRules } from './require-strong-password.ts'
import { requestResetLink } from './reset-link.job.ts'
import { resetOptions } from './reset-options.ts'
import { resetLinkOwner, resetPassword, resetPasswordForm } from './reset-password.ts'
import { updatePassword, updatePasswordForm } from './update-password.ts'

const ForgotPasswordForm = z.object({ email: emailInput })
const TokenBody = z.object({ token: z.string().regex(/^[0-9a-f-]{36}\.[\w-]{43}$/) })

export function passwordRoutes(app: App) {
  const rules = { ...app.config, minLength: app.config.passwordMinLength, log: app.log }
  forgotPasswordRoutes(app)
  resetPasswordRoutes(app, rules)
  updatePasswordRoutes(app, rules)
}

function forgotPasswordRoutes(app: App) {
  const mailboxUrl = hasDevMailbox(app.config) ? route('mailbox.index') : null

  app.route({
    ...routeOptions('password.request'),
    handler: (request, reply) =>
      reply.page('Auth/ForgotPassword', {
        email: request.session?.email ?? '',
        mailboxUrl,
      }),
  })

  app.route({
    ...routeOptions('password.email'),
    schema: { body: ForgotPasswordForm },
    async handler(request, reply) {
      const { email } = request.body
      await throttle(app, request, {
        action: 'forgot',
        accountKey: emailKey(email),
        limits: requestLimits,
        field: 'email',
      })
      const { now, ...client } = request.client()
      const { locale } = request.translator
      await requestResetLink(app, { email, locale, ...client, at: now })

      const message = request.translator("If that address has an account, we've sent it a link.")
      if (request.inertia.wantsJson) return reply.send({ message })
      reply.flash({ banner: message, status: 'reset-link-sent' })
      return reply.redirect(route('password.request'))
    },
  })
}

function resetPasswordRoutes(app: App, rules: PasswordRules) {
  app.route({
    ...routeOptions('password.reset'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      setSensitiveUrlHeaders(reply)
      const { token } = request.params
      const owner = await resetLinkOwner(request.context(), token)
      return reply.page(
        'Auth/ResetPassword',
        {
          token: owner ? token : '',
          email: owner && owner.email,
          ...(await resetOptions(request.context(), owner)),
          passwordMinLength: rules.minLength,
        },
        { status: owner ? 200 : 410, encryptHistory: true },
      )
    },
  })

  app.route({
    ...routeOptions('password.update'),
    schema: { body: resetPasswordForm(rules.minLength) },
    // The page sends no Referer, to protect its token, so its URL is rebuilt from the form.
    async preValidation(request) {
      const token = TokenBody.safeParse(request.body).data?.token
      request.formPage = token ? route('password.reset', { token }) : route('password.request')
    },
    async handler(request, reply) {
      await throttle(app, request, {
        action: 'reset',
        accountKey: parseLink(request.body.token).id,
        limits: resetLimits,
        field: 'email',
      })
      const { email } = await resetPassword(request.context(), request.client(), {
        form: request.body,
        rules,
        requireTwoFactor: app.config.requireTwoFactor,
        replacedSession: request.session && request.actor(),
      })
      // Attempts of strangers must not keep out the owner, who has just shown that the mailbox is theirs.
      await clearAttempts(app, request, signInAttempt(app, email))
      setDeviceCookie(app, reply)
      if (request.session) reply.signOut()

      const message = request.translator('Your password was changed. Sign in with the new one.')
      if (request.inertia.wantsJson) return reply.send({ message })
      reply.flash({ banner: message, oldInput: { email } })
      return reply.clearHistory().redirect(route('login'))
    },
  })
}

function updatePasswordRoutes(app: App, rules: PasswordRules) {
  app.route({
    ...routeOptions('user-password.update'),
    schema: { body: updatePasswordForm(rules.minLength) },
    async handler(request, reply) {
      const actor = request.actor()
      const attempt = passwordAttempt(app, actor.userId, 'current_password')
      const session = await withAttemptLimit(app, { request, reply, attempt }, () =>
        updatePassword(request.context(), actor, {
          form: request.body,
          rules,
          requireConfirmation: () => requireConfirmation(request, 'sensitive'),
        }),
      )
      await reply.signIn(session, request.currentUser().remembered === 1)
      return respondWithStatus(request, reply, 'password-updated')
    },
  })

  app.route({
    ...machineEndpoint('well-known.change-password'),
    handler: (_request, reply) => reply.redirect(`${route('profile.security')}#password`),
  })
}

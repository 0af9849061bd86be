import { z } from 'zod'

import type { App } from '#app/http/app.ts'
import { at, forPrograms } from '#app/http/at.ts'
import { done } from '#app/http/done.ts'
import { askForConfirmation } from '#app/http/guards.ts'
import { keepAddressSecret, LinkPath } from '#app/http/mail-link.ts'
import { guess, passwordGuess } from '#app/http/password-guess.ts'
import { type Limits, throttle } from '#app/http/throttle.ts'
import { minute } from '#app/platform/durations.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { anyEmail } from '#app/platform/form-fields.ts'
import { hasMailbox } from '#app/platform/mail/mailbox.ts'
import { linkOf } from '#app/platform/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'

import type { PasswordRules } from './refuse-weak.ts'
import { askForResetLink } from './reset-link.job.ts'
import { resetOffer } from './reset-offer.ts'
import { resetLinkOwner, resetPassword, resetPasswordForm } from './reset-password.ts'
import { updatePassword, updatePasswordForm } from './update-password.ts'

const ForgotPasswordForm = z.object({ email: anyEmail })
const TokenIn = z.object({ token: z.string().regex(/^[0-9a-f-]{36}\.[\w-]{43}$/) })

const asking: Limits = {
  address: [30, 10 * minute],
  pair: [
    [5, 10 * minute],
    [10, 60 * minute],
  ],
  account: [60, 60 * minute],
}
const resetting: Limits = {
  address: [60, 10 * minute],
  pair: [[10, 10 * minute]],
  account: [60, 60 * minute],
}

export function passwordRoutes(app: App) {
  const { appName, breachedPasswords, passwordMinLength: minLength } = app.config
  const rules = { appName, breachedPasswords, minLength }
  forgotRoutes(app)
  resetRoutes(app, rules)
  updateRoutes(app, rules)
}

function forgotRoutes(app: App) {
  const mailbox = hasMailbox(app.config) ? route('mailbox.index') : null

  app.route({
    ...at('password.request'),
    handler: (request, reply) =>
      reply.page('Auth/ForgotPassword', { email: request.signedIn?.email ?? '', mailbox }),
  })

  app.route({
    ...at('password.email'),
    schema: { body: ForgotPasswordForm },
    async handler(request, reply) {
      const { email } = request.body
      const account = emailKey(email)
      await throttle(app, request, { what: 'forgot', account, limits: asking, field: 'email' })
      const { ip, userAgent, now } = request.origin()
      const { locale } = request.text
      await askForResetLink(app, { email, locale, ip, userAgent, at: now })

      const message = request.text(
        'If that address has an account here, a link is on its way to it.',
      )
      if (request.inertia.wantsJson) return reply.send({ message })
      reply.flash({ banner: message, status: 'reset-link-sent' })
      return reply.redirect(route('password.request'))
    },
  })
}

function resetRoutes(app: App, rules: PasswordRules) {
  app.route({
    ...at('password.reset'),
    schema: { params: LinkPath },
    async handler(request, reply) {
      keepAddressSecret(reply)
      const { token } = request.params
      const owner = await resetLinkOwner(request.means(), token)
      return reply.page(
        'Auth/ResetPassword',
        {
          token: owner ? token : '',
          email: owner && owner.email,
          ...(await resetOffer(request.means(), owner)),
          passwordMinLength: rules.minLength,
        },
        { status: owner ? 200 : 410, encryptHistory: true },
      )
    },
  })

  app.route({
    ...at('password.update'),
    schema: { body: resetPasswordForm(rules.minLength) },
    // The page with the link keeps its own address to itself.
    async preValidation(request) {
      const token = TokenIn.safeParse(request.body).data?.token
      request.formPage = token ? route('password.reset', { token }) : route('password.request')
    },
    async handler(request, reply) {
      const account = linkOf(request.body.token).id
      await throttle(app, request, { what: 'reset', account, limits: resetting, field: 'email' })
      const { email } = await resetPassword(request.means(), request.origin(), {
        form: request.body,
        rules,
        requireTwoFactor: app.config.requireTwoFactor,
        replaced: request.signedIn && request.account(),
      })
      if (request.signedIn) reply.signOut()

      const message = request.text('Your password is changed. Sign in with it.')
      if (request.inertia.wantsJson) return reply.send({ message })
      reply.flash({ banner: message, typed: { email } })
      return reply.clearHistory().redirect(route('login'))
    },
  })
}

function updateRoutes(app: App, rules: PasswordRules) {
  app.route({
    ...at('user-password.update'),
    schema: { body: updatePasswordForm(rules.minLength) },
    async handler(request, reply) {
      const account = request.account()
      const attempt = passwordGuess(account.userId, 'current_password')
      const session = await guess(app, { request, reply, attempt }, () =>
        updatePassword(request.means(), account, {
          form: request.body,
          rules,
          confirm: () => askForConfirmation(request, 15),
        }),
      )
      await reply.signIn(session, request.person().remembered === 1)
      return done(request, reply, 'password-updated')
    },
  })

  app.route({
    ...forPrograms('well-known.change-password'),
    handler: (_request, reply) => reply.redirect(`${route('profile.show')}#password`),
  })
}

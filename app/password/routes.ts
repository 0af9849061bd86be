import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { setSensitiveUrlHeaders, TokenParams } from '#app/http/inertia/mail-link.ts'
import { codeRequester } from '#app/http/security/code-requester.ts'
import { redeemEnteredCode } from '#app/http/security/mailed-code-attempt.ts'
import { clearAttempts, rateLimit } from '#app/http/security/rate-limit.ts'
import { signInAttempt } from '#app/http/security/sign-in-attempt.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { setDeviceCookie } from '#app/http/session/device-cookie.ts'
import { codeLifetimeMs } from '#app/platform/auth/limits.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { type PasswordPolicy, passwordPolicy } from '#app/platform/auth/password-rules.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { codeInput, emailInput } from '#app/platform/validation/form-fields.ts'

import { changePasswordRoutes } from './change-password-routes.ts'
import { requestLimits, resetLimits } from './limits.ts'
import { requestResetLink } from './reset-link.job.ts'
import { resetOptions } from './reset-options.ts'
import { resetLinkOwner, resetPassword, resetPasswordForm } from './reset-password.ts'

const ForgotPasswordForm = z.object({ email: emailInput })
const ResetCodeForm = z.object({ email: emailInput, code: codeInput })
const TokenBody = z.object({ token: z.string().regex(/^[0-9a-f-]{36}\.[\w-]{43}$/) })

declare module '#app/http/session/guest-session.ts' {
  interface GuestSession {
    /** The password reset that waits for a mailed code. */
    resetCode?: { email: string; endsAt: number } | undefined
  }
}

export function passwordRoutes(app: App) {
  const policy = passwordPolicy(app)
  forgotPasswordRoutes(app)
  resetCodeRoute(app)
  resetPasswordRoutes(app, policy)
  changePasswordRoutes(app, policy)
}

function forgotPasswordRoutes(app: App) {
  const mailboxUrl = hasDevMailbox(app.config) ? route('mailbox.index') : null

  app.route({
    ...routeOptions('password.request'),
    handler: (request, reply) =>
      reply.page('Auth/ForgotPassword', {
        email: request.session?.email ?? '',
        codeSentTo: openResetCode(app, request)?.email ?? null,
        offersRecovery: app.config.recoveryWaitHours > 0,
        mailboxUrl,
      }),
  })

  app.route({
    ...routeOptions('password.email'),
    schema: { body: ForgotPasswordForm },
    async handler(request, reply) {
      const { email } = request.body
      await rateLimit(app, request, {
        action: 'forgot',
        accountKey: emailKey(email),
        limits: requestLimits,
        field: 'email',
      })
      rejectRequiredProviderDomain(email, app.config)
      const { now, ...client } = request.client()
      const { locale } = request.translator
      const browser = codeRequester(app, request)?.browser ?? null
      await requestResetLink(app, { email, locale, ...client, browser, at: now })
      if (browser !== null)
        reply.updateGuestSession({ resetCode: { email, endsAt: now + codeLifetimeMs } })

      const message = request.translator("If that address has an account, we've sent it a link.")
      const status = 'reset-link-sent'
      return respond(reply, {
        json: { message },
        banner: message,
        status,
        to: route('password.request'),
      })
    },
  })
}

/** A code leads to the same page as the link of its mail. */
function resetCodeRoute(app: App) {
  app.route({
    ...routeOptions('password.code'),
    schema: { body: ResetCodeForm },
    async handler(request, reply) {
      const { email, code } = request.body
      rejectRequiredProviderDomain(email, app.config)
      const entered = { purpose: 'password-reset', email, code } as const
      const path = await redeemEnteredCode(app, request, entered)
      reply.updateGuestSession({ resetCode: undefined })
      return respond(reply, { json: { url: path }, to: path })
    },
  })
}

function openResetCode({ config }: App, request: FastifyRequest) {
  const { resetCode } = request.guestSession()
  return config.emailCodes && resetCode && request.now < resetCode.endsAt ? resetCode : null
}

function resetPasswordRoutes(app: App, policy: PasswordPolicy) {
  app.route({
    ...routeOptions('password.reset'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      setSensitiveUrlHeaders(reply)
      const { token } = request.params
      const owner = await resetLinkOwner(request.context(), token)
      if (owner) rejectRequiredProviderDomain(owner.email, app.config)
      return reply.page(
        'Auth/ResetPassword',
        {
          token: owner ? token : '',
          email: owner && owner.email,
          hasPassword: owner?.hasPassword ?? true,
          ...(await resetOptions(request.context(), owner)),
          passwordMinLength: policy.passwordMinLength,
        },
        { status: owner ? 200 : 410, encryptHistory: true },
      )
    },
  })

  app.route({
    ...routeOptions('password.update'),
    schema: { body: resetPasswordForm(policy.passwordMinLength) },
    // The page sends no Referer, to protect its token, so its URL is rebuilt from the form.
    async preValidation(request) {
      const token = TokenBody.safeParse(request.body).data?.token
      request.formPage = token ? route('password.reset', { token }) : route('password.request')
    },
    async handler(request, reply) {
      await rateLimit(app, request, {
        action: 'reset',
        accountKey: parseLink(request.body.token).id,
        limits: resetLimits,
        field: 'email',
      })
      const { email, hadPassword, userId } = await resetPassword(
        request.context(),
        request.client(),
        {
          form: request.body,
          policy,
          requireTwoFactor: app.config.requireTwoFactor,
          replacedSession: request.replacedSession(),
        },
      )
      // Attempts of strangers must not keep out the owner, who has just shown that the mailbox is theirs.
      for (const address of new Set([email, request.body.email]))
        await clearAttempts(app, request, signInAttempt(app, address))
      setDeviceCookie(app, reply)
      const { session } = request
      const isOther = session?.user_id !== userId && request.isAddingAccount()
      if (session && !isOther) reply.signOut()

      return sendResetDone(request, reply, { email, hadPassword })
    },
  })
}

function sendResetDone(
  request: FastifyRequest,
  reply: FastifyReply,
  { email, hadPassword }: { email: string; hadPassword: boolean },
) {
  const message = request.translator(
    hadPassword
      ? 'Your password was changed. Sign in with the new one.'
      : 'Your account has a password now. Sign in with it.',
  )
  const oldInput = { email }
  return respond(reply, {
    json: { message },
    banner: message,
    oldInput,
    clearHistory: true,
    to: route('login'),
  })
}

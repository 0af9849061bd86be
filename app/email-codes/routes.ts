import type { FastifyReply, FastifyRequest } from 'fastify'

import { codeRequester } from '#app/http/security/code-requester.ts'
import { checkEnteredCode } from '#app/http/security/mailed-code-attempt.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { continueToSession } from '#app/http/session/finish-sign-in.ts'
import { setLastProvider } from '#app/http/session/last-provider-cookie.ts'
import { codeLifetimeMs } from '#app/platform/auth/limits.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import { NotFound, NotSignedIn } from '#app/platform/errors.ts'
import { hasDevMailbox } from '#app/platform/mail/dev-mailbox.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { codeRequestLimits } from './limits.ts'
import { requestSignInCode } from './sign-in-code.job.ts'
import { CodeForm, CodeRequestForm, signInWithCode } from './sign-in-with-code.ts'

declare module '#app/http/session/guest-session.ts' {
  interface GuestSession {
    /** The sign-in that waits for a mailed code. */
    codeSignIn?: { email: string; remember: boolean; endsAt: number } | undefined
  }
}

export function emailCodeRoutes(app: App) {
  app.route({
    ...routeOptions('email-code.show'),
    async handler(request, reply) {
      const signIn = openSignIn(app, request)
      if (!signIn) return reply.redirect(route('login'))
      const { email, remember } = signIn
      const mailboxUrl = hasDevMailbox(app.config) ? route('mailbox.index') : null
      return reply.page('Auth/EmailCode', { email, remember, mailboxUrl })
    },
  })

  app.route({
    ...routeOptions('email-code.send'),
    schema: { body: CodeRequestForm },
    async handler(request, reply) {
      const requester = codeRequester(app, request)
      if (!requester) throw new NotFound()
      const { email, remember } = request.body
      await rateLimit(app, request, {
        action: 'email-code',
        accountKey: emailKey(email),
        limits: codeRequestLimits,
        field: 'email',
      })
      rejectRequiredProviderDomain(email, app.config)
      const { locale } = request.translator
      await requestSignInCode(app, { email, locale }, requester)
      const endsAt = request.now + codeLifetimeMs
      reply.updateGuestSession({ codeSignIn: { email, remember, endsAt } })
      const message = request.translator("If that address has an account, we've sent it a code.")
      const to = route('email-code.show')
      return respond(reply, { json: { message }, status: 'email-code-sent', to })
    },
  })
  enterRoute(app)
}

function enterRoute(app: App) {
  app.route({
    ...routeOptions('email-code.store'),
    schema: { body: CodeForm },
    async handler(request, reply) {
      const signIn = openSignIn(app, request)
      if (!signIn) return restart(request, reply)
      const { email, remember: remembered } = signIn
      rejectRequiredProviderDomain(email, app.config)
      const entered = { purpose: 'sign-in', email, code: request.body.code } as const
      const found = await checkEnteredCode(app, request, entered)
      const result = await signInWithCode(request.context(), request.client(), {
        found,
        remembered,
      })
      setLastProvider(app, reply, null)
      reply.updateGuestSession({ codeSignIn: undefined })
      return continueToSession(reply, result, remembered)
    },
  })
}

/** The sign-in of this browser that waits for a code. @throws NotFound while codes are off */
function openSignIn({ config }: App, request: FastifyRequest) {
  if (!config.emailCodes) throw new NotFound()
  const { codeSignIn } = request.guestSession()
  return codeSignIn && request.now < codeSignIn.endsAt ? codeSignIn : null
}

function restart(request: FastifyRequest, reply: FastifyReply) {
  if (request.inertia.wantsJson) throw new NotSignedIn()
  const banner = request.translator('That code has expired. Request a new one.')
  return reply.flash({ banner, bannerStyle: 'danger' }).redirect(route('login'))
}

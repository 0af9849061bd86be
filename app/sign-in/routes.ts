import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { browserAccountsProp } from '#app/http/inertia/browser-accounts-prop.ts'
import { clearAttempts, rateLimit } from '#app/http/security/rate-limit.ts'
import { signInAttempt } from '#app/http/security/sign-in-attempt.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { continueToSession } from '#app/http/session/finish-sign-in.ts'
import { providerLinks, setLastProvider } from '#app/http/session/last-provider-cookie.ts'
import { providerOfDomain } from '#app/platform/auth/required-provider.ts'
import { route } from '#app/platform/route.ts'
import { checkbox, emailInput } from '#app/platform/validation/form-fields.ts'

import { findLimits } from './limits.ts'
import { offerUnlockLink } from './offer-unlock-link.ts'
import { signInStep } from './sign-in-step.ts'
import { signIn, SignInForm, signOut } from './sign-in.ts'

declare module '#app/http/session/guest-session.ts' {
  interface GuestSession {
    /** The address that belongs to a provider, which then need not ask for it again. */
    loginHint?: string | undefined
  }
}

export function signInRoutes(app: App) {
  pageRoutes(app)
  signOutRoute(app)

  app.route({
    ...routeOptions('login.store'),
    schema: { body: SignInForm },
    async handler(request, reply) {
      const { body } = request
      const attempt = signInAttempt(app, body.email)
      await rateLimit(app, request, attempt).catch((error: unknown) =>
        offerUnlockLink(request, body.email, error),
      )
      const result = await signIn(request.context(), request.client(), body, {
        afterResponse: request.afterResponse.bind(request),
      })
      await clearAttempts(app, request, attempt)
      setLastProvider(app, reply, null)
      return continueToSession(reply, result, body.remember)
    },
  })
}

function signOutRoute(app: App) {
  app.route({
    ...routeOptions('logout'),
    async handler(request, reply) {
      const { email: endedEmail } = request.currentUser()
      await signOut(app, request.actor())
      reply.signOut({ clearsBrowser: true })
      const next = await openNextAccount(request, reply)
      const banner = next
        ? request.translator("{email} is signed out. You're now signed in as {next}.", {
            email: endedEmail,
            next: next.email,
          })
        : request.translator("You're signed out on this device.")
      const to = route(next ? 'dashboard' : 'home')
      return respond(reply, { code: 204, banner, status: 'signed-out', to })
    },
  })
}

function pageRoutes(app: App) {
  app.route({
    ...routeOptions('login'),
    schema: { querystring: z.object({ step: z.string().optional(), with: z.string().optional() }) },
    async handler(request, reply) {
      const { session } = request
      return reply.page('Auth/Login', {
        registration: app.config.registration,
        sessionEnded: !session && request.cookies[app.cookieNames.session] !== undefined,
        providers: providerLinks(request, app.config),
        emailCodes: app.config.emailCodes,
        accounts: session ? [] : (await browserAccountsProp(request)).filter(({ user }) => user),
        addedTo: session && session.email,
        ...signInStep(app.config, request.query),
      })
    },
  })

  app.route({
    ...routeOptions('login.find'),
    schema: { body: z.object({ email: emailInput, remember: checkbox }) },
    async handler(request, reply) {
      const { email, remember } = request.body
      await rateLimit(app, request, {
        action: 'find-provider',
        accountKey: null,
        limits: findLimits,
      })
      const provider = providerOfDomain(email, app.config)
      reply.updateGuestSession({ loginHint: provider ? email : undefined })
      const query = provider ? { with: provider.id } : { step: 'password' }
      const oldInput = { email, ...(remember && { remember: '1' }) }
      return reply.flash({ oldInput }).redirect(route('login', query))
    },
  })
}

/** The first account of this browser whose session lives; null when it has no other. */
async function openNextAccount(request: FastifyRequest, reply: FastifyReply) {
  for (const account of await request.otherAccounts())
    if (account.session && (await reply.switchAccount(account))) return account.session
  return null
}

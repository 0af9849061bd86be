import type { App } from '#app/http/app.ts'
import { at } from '#app/http/at.ts'
import { emptyJson } from '#app/http/empty-json.ts'
import { intended } from '#app/http/intended.ts'
import { forgive, type Limits, throttle, type Try } from '#app/http/throttle.ts'
import { minute } from '#app/platform/durations.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { isKnownDevice } from '#app/platform/known-devices.ts'
import { route } from '#app/platform/route.ts'

import { signIn, SignInForm, signOut } from './sign-in.ts'

const signingIn: Limits = {
  address: [60, minute],
  pair: [
    [5, minute],
    [20, 60 * minute],
  ],
  account: [100, 60 * minute],
}

export function signInRoutes(app: App) {
  app.route({
    ...at('login'),
    handler: (request, reply) =>
      reply.page('Auth/Login', {
        canRegister: app.config.registration === 'open',
        hasEnded: request.cookies[app.cookieNames.session] !== undefined,
      }),
  })

  app.route({
    ...at('login.store'),
    schema: { body: SignInForm },
    async handler(request, reply) {
      const { body } = request
      const attempt: Try = {
        what: 'login',
        account: emailKey(body.email),
        limits: signingIn,
        field: 'email',
        isKnown: (account, device) => isKnownDevice(app.db, account, device),
      }
      await throttle(app, request, attempt)
      const opened = await signIn(request.means(), request.origin(), body, {
        requireTwoFactor: app.config.requireTwoFactor,
        afterwards: request.afterwards.bind(request),
      })
      await forgive(app, request, attempt)

      const { wantsJson } = request.inertia
      if ('challenge' in opened) {
        reply.startChallenge(opened.challenge)
        return wantsJson
          ? reply.send({ two_factor: true })
          : reply.redirect(route('two-factor.login'))
      }
      const destination = intended(request)
      await reply.signIn(opened.session, body.remember)
      return wantsJson ? reply.send({ two_factor: false }) : reply.redirect(destination)
    },
  })

  app.route({
    ...at('logout'),
    async handler(request, reply) {
      await signOut(app, request.account())
      reply.signOut()
      reply.header('clear-site-data', '"cache", "storage"').clearHistory()
      const banner = request.text('You are signed out on this device.')
      if (request.inertia.wantsJson) return emptyJson(reply, 204)
      return reply.flash({ banner, status: 'signed-out' }).redirect(route('home'))
    },
  })
}

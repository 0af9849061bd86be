import { signInAttempt } from '#app/http/security/sign-in-attempt.ts'
import { clearAttempts, throttle } from '#app/http/security/throttle.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { sendEmptyJson } from '#app/http/server/send-empty-json.ts'
import { intendedUrl } from '#app/http/session/intended-url.ts'
import { providerLinks, setLastProvider } from '#app/http/session/last-provider.ts'
import { route } from '#app/platform/route.ts'

import { signIn, SignInForm, signOut } from './sign-in.ts'

export function signInRoutes(app: App) {
  app.route({
    ...routeOptions('login'),
    handler: (request, reply) =>
      reply.page('Auth/Login', {
        registration: app.config.registration,
        sessionEnded: request.cookies[app.cookieNames.session] !== undefined,
        providers: providerLinks(request, app.config),
      }),
  })

  app.route({
    ...routeOptions('login.store'),
    schema: { body: SignInForm },
    async handler(request, reply) {
      const { body } = request
      const attempt = signInAttempt(app, body.email)
      await throttle(app, request, attempt)
      const result = await signIn(request.context(), request.client(), body, {
        requireTwoFactor: app.config.requireTwoFactor,
        afterResponse: request.afterResponse.bind(request),
      })
      await clearAttempts(app, request, attempt)
      setLastProvider(app, reply, null)

      const { wantsJson } = request.inertia
      if ('challenge' in result) {
        reply.setTwoFactorCookie(result.challenge)
        return wantsJson
          ? reply.send({ two_factor: true })
          : reply.redirect(route('two-factor.login'))
      }
      const destination = intendedUrl(request)
      await reply.signIn(result.session, body.remember)
      return wantsJson ? reply.send({ two_factor: false }) : reply.redirect(destination)
    },
  })

  app.route({
    ...routeOptions('logout'),
    async handler(request, reply) {
      await signOut(app, request.actor())
      reply.signOut()
      reply.header('clear-site-data', '"cache", "storage"').clearHistory()
      const banner = request.translator("You're signed out on this device.")
      if (request.inertia.wantsJson) return sendEmptyJson(reply, 204)
      return reply.flash({ banner, status: 'signed-out' }).redirect(route('home'))
    },
  })
}

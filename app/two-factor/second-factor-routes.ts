import { rateLimitChange } from '#app/http/security/rate-limit-change.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'

import { enableWithPasskey } from './enable-with-passkey.ts'
import { settingsLimits } from './limits.ts'
import { PreferSecondFactorForm, preferSecondFactor } from './prefer-second-factor.ts'
import { respondWithCodes } from './recovery-code-routes.ts'
import { removeAuthenticatorApp } from './remove-authenticator-app.ts'

/** Two-factor with passkeys and security keys, and one of several factors. */
export function secondFactorRoutes(app: App) {
  app.route({
    ...routeOptions('two-factor.enable-with-passkey'),
    async handler(request, reply) {
      const actor = request.actor()
      const action = 'two-factor-set-up'
      await rateLimit(app, request, { action, accountKey: actor.userId, limits: settingsLimits })
      const codes = await enableWithPasskey(request.context(), actor)
      const status = 'two-factor-authentication-confirmed'
      return respondWithCodes(reply, { status, codes })
    },
  })

  app.route({
    ...routeOptions('two-factor.prefer'),
    schema: { body: PreferSecondFactorForm },
    async handler(request, reply) {
      await rateLimitChange(app, request, request.actor())
      await preferSecondFactor(app.db, request.actor(), request.body)
      return respond(reply, { status: 'preferred-factor-updated' })
    },
  })

  app.route({
    ...routeOptions('authenticator-app.destroy'),
    async handler(request, reply) {
      await removeAuthenticatorApp(request.context(), request.actor())
      return respond(reply, { status: 'authenticator-app-removed' })
    },
  })
}

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { setDeviceCookie } from '#app/http/session/device-cookie.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import { route } from '#app/platform/route.ts'

import { unlockLimits } from './limits.ts'
import { unlockLinkOwner, unlockSignIn } from './unlock-sign-in.ts'

export function signInUnlockRoutes(app: App) {
  app.route({
    ...routeOptions('sign-in-unlock.show'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const { email } = await openMailLink(request, reply, unlockLinkOwner)
      rejectRequiredProviderDomain(email, app.config)
      const action = route('sign-in-unlock.store', request.params)
      return reply.page('Auth/UnlockSignIn', { email, action }, { encryptHistory: true })
    },
  })

  app.route({
    ...routeOptions('sign-in-unlock.store'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      const attempt = { action: 'sign-in-unlock', accountKey: link.id, limits: unlockLimits }
      await rateLimit(app, request, attempt)
      const { email } = await unlockSignIn(request.context(), request.client(), link)
      setDeviceCookie(app, reply)
      const banner = request.translator(
        'You no longer have to wait in this browser. Sign in with your password.',
      )
      return reply.flash({ banner, oldInput: { email } }).redirect(route('login'))
    },
  })
}

import { openMailLink, TokenParams } from '#app/http/inertia/mail-link.ts'
import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { respond } from '#app/http/server/respond.ts'
import { routeOptions } from '#app/http/server/route-options.ts'
import { parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { route } from '#app/platform/route.ts'

import { linkLimits } from './limits.ts'
import { recoveryForLink, stopByLink, stopRecovery } from './stop-recovery.ts'

const reviewUrl = `${route('profile.security')}#two-factor`

/** No confirmation is required: stopping a recovery keeps the account as it is. */
export function stopRoutes(app: App) {
  app.route({
    ...routeOptions('account-recovery.stop'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      await openMailLink(request, reply, recoveryForLink)
      const action = route('account-recovery.stop.store', request.params)
      return reply.page('Auth/StopRecovery', { action, reviewUrl })
    },
  })

  app.route({
    ...routeOptions('account-recovery.stop.store'),
    schema: { params: TokenParams },
    async handler(request, reply) {
      const link = parseLink(request.params.token)
      const limits = linkLimits
      await rateLimit(app, request, { action: 'recovery-link', accountKey: link.id, limits })
      await stopByLink(request.context(), request.client(), link)
      if (request.inertia.wantsJson) return respond(reply, { code: 204 })
      return reply.page('Auth/StopRecovery', { action: null, reviewUrl })
    },
  })

  app.route({
    ...routeOptions('account-recovery.destroy'),
    async handler(request, reply) {
      await stopRecovery(request.context(), request.actor())
      return respond(reply, { status: 'recovery-stopped' })
    },
  })
}

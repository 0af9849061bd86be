import { z } from 'zod'

import { rateLimit } from '#app/http/security/rate-limit.ts'
import type { App } from '#app/http/server/app-type.ts'
import { machineEndpoint } from '#app/http/server/route-options.ts'
import { NotFound } from '#app/platform/errors.ts'

import type { Provider } from './callback-routes.ts'
import { endProviderSessions } from './end-provider-sessions.ts'
import { logoutLimits } from './limits.ts'
import { logProviderError } from './provider-attempt-reply.ts'
import { ProviderError } from './provider-identity.ts'

const ProviderParams = z.object({ provider: z.string() })
const LogoutForm = z.object({ logout_token: z.string().max(20_000) })

/** OpenID Connect Back-Channel Logout 1.0: the provider's server says that a session there has ended. */
export function logoutRoutes(app: App, findProvider: (id: string) => Provider) {
  app.route({
    ...machineEndpoint('provider.logout'),
    schema: { params: ProviderParams, body: LogoutForm },
    async handler(request, reply) {
      const { config, client } = findProvider(request.params.provider)
      if (!config.backchannelLogout) throw new NotFound()
      await rateLimit(app, request, {
        action: 'provider-logout',
        accountKey: null,
        limits: logoutLimits,
      })
      reply.header('cache-control', 'no-store')
      const context = request.context()
      const token = await client
        .logoutToken(request.body.logout_token, context.realNow)
        .catch((error: unknown) => logProviderError(request, error))
      const isValid =
        !(token instanceof ProviderError) && (await endProviderSessions(context, config, token))
      return isValid ? reply.send() : reply.code(400).send({ error: 'invalid_request' })
    },
  })
}

import type { FastifyReply, FastifyRequest } from 'fastify'

import { cookieNames, cookieOptions } from '#app/http/security/cookies.ts'
import type { App } from '#app/http/server/app-type.ts'
import type { Config } from '#app/platform/config/config.ts'
import { route } from '#app/platform/route.ts'
import type { ProviderLink } from '#app/providers/pages.ts'

import { lastProviderSeconds } from './limits.ts'

/** The buttons of the sign-in and the registration page. */
export function providerLinks({ cookies }: FastifyRequest, config: Config): ProviderLink[] {
  const last = cookies[cookieNames(config).lastProvider]
  return config.providers.map(({ id, label }) => ({
    label,
    href: route('provider.login', { provider: id }),
    isLast: id === last,
  }))
}

/** Stores the provider for the hint on the sign-in page. @param provider  null after another way in */
export function setLastProvider(app: App, reply: FastifyReply, provider: string | null): void {
  const { config, cookieNames: names } = app
  if (provider !== null)
    reply.setCookie(names.lastProvider, provider, {
      ...cookieOptions(config),
      maxAge: lastProviderSeconds,
    })
  else if (reply.request.cookies[names.lastProvider] !== undefined)
    reply.clearCookie(names.lastProvider, cookieOptions(config))
}

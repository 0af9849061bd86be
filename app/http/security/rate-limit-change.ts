import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import type { Actor } from '#app/platform/actor.ts'

import { changeLimits } from './limits.ts'
import { rateLimit } from './rate-limit.ts'

/** For a change that records an event and has no limit of its own. Those of an account share one. @throws TooManyRequests */
export function rateLimitChange(
  app: App,
  request: FastifyRequest,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  return rateLimit(app, request, { action: 'change', accountKey: userId, limits: changeLimits })
}

import type { FastifyRequest } from 'fastify'

import { route } from '#app/platform/route.ts'

/** The page that asked for sign-in; only ever one of our own addresses. */
export function intended(request: FastifyRequest): string {
  const path = request.guest().intended
  return path && /^\/(?![/\\])/.test(path) ? path : route('dashboard')
}

import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'

/** The browser's channel: its account's, or that of the registration it waits for. Null for other guests, and for an account that support sees. */
export function channelForRequest({ realtimeServer }: App, request: FastifyRequest): string | null {
  const { session, supportAccess } = request
  if (supportAccess) return null
  return session ? realtimeServer.channelFor(session) : (request.guestSession().waitingOn ?? null)
}

import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'

/** The browser's channel: its account's, or that of the registration it waits for. Null for other guests. */
export function channelForRequest({ realtimeServer }: App, request: FastifyRequest): string | null {
  const { session } = request
  return session ? realtimeServer.channelFor(session) : (request.guestSession().waitingOn ?? null)
}

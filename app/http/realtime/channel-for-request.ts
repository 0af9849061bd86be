import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app.ts'

/** Where a browser hears what concerns it: its account, or what it waits for. Null when there is nothing. */
export function channelForRequest({ realtimeServer }: App, request: FastifyRequest): string | null {
  const { session } = request
  return session ? realtimeServer.channelFor(session) : (request.guestSession().waitingOn ?? null)
}

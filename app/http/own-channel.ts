import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'

/** Where a browser hears what concerns it: its account, or what it waits for. Null when there is nothing. */
export function ownChannel({ sockets }: App, request: FastifyRequest): string | null {
  const { signedIn } = request
  return signedIn ? sockets.channelOf(signedIn) : (request.guest().waitingOn ?? null)
}

import { once } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/app.ts'
import { ownChannel } from '#app/http/own-channel.ts'
import type { Realtime } from '#app/pages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How far the channels had come before anything was read for the answer. */
    place: Realtime['place']
  }
}

/** What a page needs to hear of changes. It comes with the document, and again when someone else's channel is due. */
export function realtimeProp(app: App, request: FastifyRequest) {
  const { session_id: session = null, event_count: sequence = null } = request.signedIn ?? {}
  // The channel's own name is made only where it is sent.
  const name = session ?? ownChannel(app, request) ?? ''
  return once(() => {
    const channel = ownChannel(app, request)
    // How much is said altogether is nothing to those who cannot listen.
    const place = channel === null ? null : request.place
    return { ...app.channelsAddress(), channel, session, sequence, place }
  }).as(`realtime:${name}`)
}

import { once } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app.ts'
import type { Realtime } from '#app/pages.ts'

import { channelForRequest } from './channel-for-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How far the channels had come before anything was read for the answer. */
    realtimePosition: Realtime['position']
  }
}

/** What a page needs to hear of changes. It comes with the document, and again when someone else's channel is due. */
export function realtimeProp(app: App, request: FastifyRequest) {
  const { session_id: session = null, event_count: sequence = null } = request.session ?? {}
  // The channel's own name is made only where it is sent.
  const propKey = session ?? channelForRequest(app, request) ?? ''
  return once(() => {
    const channel = channelForRequest(app, request)
    // How much is said altogether is nothing to those who cannot listen.
    const position = channel === null ? null : request.realtimePosition
    return { ...app.realtimeEndpoint(), channel, session, sequence, position }
  }).as(`realtime:${propKey}`)
}

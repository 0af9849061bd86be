import { once } from '@foyer/inertia'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import type { Realtime } from '#app/pages.ts'

import { channelForRequest } from './channel-for-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The stream position before anything was read for the response. */
    realtimePosition: Realtime['position']
  }
}

/** The prop a page needs to subscribe to changes. Sent with the document, and again when the channel changes. */
export function realtimeProp(app: App, request: FastifyRequest) {
  const channel = channelForRequest(app, request)
  const { session_id: session = null, event_count: sequence = null } =
    (!request.supportAccess && request.session) || {}
  const position = channel === null ? null : request.realtimePosition
  return once(() => ({ ...app.realtimeEndpoint(), channel, session, sequence, position })).as(
    `realtime:${session ?? channel ?? ''}`,
  )
}

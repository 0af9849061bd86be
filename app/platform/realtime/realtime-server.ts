import type { Channels, Granted, StreamPosition } from '@foyer/channels'

import type { CurrentSession } from '#app/platform/sessions/sessions.ts'

import type { BroadcastMessage } from './broadcast.ts'
import { accountChannel, sessionLabel } from './channel-names.ts'

/** Who reads a page. */
export type SessionRef = Pick<CurrentSession, 'user_id' | 'session_id'>

/** Where pages hear what changed: our own server, or an outside provider's. */
export interface RealtimeServer {
  /** How far the channels have come; null where nobody keeps that. */
  position(): StreamPosition | null
  /** Where a page hears what happens to its reader's account. */
  channelFor(session: SessionRef): string
  /** Says whose socket it is, so that it ends when the session does. */
  bindSession(socket: string, sessionId: string): Promise<void>
  authorize(socket: string, channel: string, recover: StreamPosition | undefined): Granted
  authenticate(socket: string, session: SessionRef): { auth: string; user_data: string }
  /** @throws when it could not be told; it may be tried again */
  publish(message: BroadcastMessage): Promise<void>
  /** @throws when the server cannot be told anything now, as far as can be known without telling it something */
  ping(): Promise<void>
  /** Sends everybody away to the other processes, or to the one that comes after this. */
  drain(): Promise<void>
  /** Null where they are not ours to count. */
  metrics(): Channels['metrics'] | null
}

/** Our own server. A session that ends takes its sockets with it, on every node, for good. */
export function embeddedServer(channels: Channels): RealtimeServer {
  return {
    position: () => channels.position,
    channelFor: ({ user_id }) => accountChannel(user_id),
    bindSession: (socket, sessionId) => channels.bind(socket, sessionLabel(sessionId)),
    authorize: (socket, channel, recover) => channels.authorize(socket, channel, { recover }),
    authenticate: (socket, { user_id }) => channels.authenticate(socket, { id: user_id }),
    async publish({ channel, name, data }) {
      await channels.trigger({ channels: [channel], name, data })
      if (name === 'session.ended' && 'ended' in data)
        await channels.close('label', sessionLabel(String(data.ended)), 4009, 'Signed out')
    },
    ping: () => channels.ping(),
    drain: () => channels.drain(),
    metrics: () => channels.metrics,
  }
}

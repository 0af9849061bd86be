import type { Channels, Granted, StreamPosition } from '@foyer/channels'

import type { BroadcastMessage } from './broadcast.ts'

export interface SessionRef {
  user_id: string
  session_id: string
}

/** The embedded realtime server, or an external Pusher server. */
export interface RealtimeServer {
  /** The current stream position; null with an external server. */
  position(): StreamPosition | null
  channelFor(session: SessionRef): string
  teamChannelFor(teamId: string, session: SessionRef): string
  /** Binds a socket to a session, whose end closes it. */
  bindSession(socket: string, sessionId: string): Promise<void>
  /** Binds a socket to a membership and a session, whose end closes it; it may connect again, without the team's channel. */
  bindMembership(socket: string, teamId: string, session: SessionRef): Promise<void>
  authorize(socket: string, channel: string, recover: StreamPosition | undefined): Granted
  authenticate(socket: string, session: SessionRef): { auth: string; user_data: string }
  publish(message: BroadcastMessage): Promise<void>
  /** @throws when the server is known to be unreachable */
  ping(): Promise<void>
  /** Disconnects all clients, which reconnect to another process or after the restart. */
  drain(): Promise<void>
  /** Null with an external server. */
  metrics(): Channels['metrics'] | null
}

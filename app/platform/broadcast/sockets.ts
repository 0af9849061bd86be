import type { Channels, Granted, Place, User } from '@foyer/channels'

import type { Message } from './broadcast.ts'
import { labelOfSession } from './channel-names.ts'

/** Where pages hear what changed: our own server, or an outside provider's. */
export interface Sockets {
  /** How far the channels have come; null where nobody keeps that. */
  place(): Place | null
  /** Says whose socket it is, so that it ends when the session does. */
  bind(socket: string, sessionId: string): Promise<void>
  authorize(socket: string, channel: string, recover: Place | undefined): Granted
  authenticate(socket: string, user: User): { auth: string; user_data: string }
  /** @throws when it could not be told; it may be tried again */
  publish(message: Message): Promise<void>
  /** Sends everybody away to the other processes, or to the one that comes after this. */
  drain(): Promise<void>
  /** Null where they are not ours to count. */
  figures(): Channels['figures'] | null
}

/** Our own server. A session that ends takes its sockets with it, on every node, for good. */
export function ownSockets(channels: Channels): Sockets {
  return {
    place: () => channels.place,
    bind: (socket, sessionId) => channels.bind(socket, labelOfSession(sessionId)),
    authorize: (socket, channel, recover) => channels.authorize(socket, channel, { recover }),
    authenticate: (socket, user) => channels.authenticate(socket, user),
    async publish({ channel, name, data }) {
      await channels.trigger({ channels: [channel], name, data })
      if (name === 'session.ended' && 'ended' in data)
        await channels.close('label', labelOfSession(String(data.ended)), 4009, 'Signed out')
    },
    drain: () => channels.drain(),
    figures: () => channels.figures,
  }
}

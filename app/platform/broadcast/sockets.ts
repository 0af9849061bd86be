import type { Channels, Granted, Place } from '@foyer/channels'

import type { SignedIn } from '#app/platform/sessions.ts'

import type { Message } from './broadcast.ts'
import { channelOfAccount, labelOfSession } from './channel-names.ts'

/** Who reads a page. */
export type Reader = Pick<SignedIn, 'user_id' | 'session_id'>

/** Where pages hear what changed: our own server, or an outside provider's. */
export interface Sockets {
  /** How far the channels have come; null where nobody keeps that. */
  place(): Place | null
  /** Where a page hears what happens to its reader's account. */
  channelOf(reader: Reader): string
  /** Says whose socket it is, so that it ends when the session does. */
  bind(socket: string, sessionId: string): Promise<void>
  authorize(socket: string, channel: string, recover: Place | undefined): Granted
  authenticate(socket: string, reader: Reader): { auth: string; user_data: string }
  /** @throws when it could not be told; it may be tried again */
  publish(message: Message): Promise<void>
  /** @throws when the server cannot be told anything now, as far as can be known without telling it something */
  ping(): Promise<void>
  /** Sends everybody away to the other processes, or to the one that comes after this. */
  drain(): Promise<void>
  /** Null where they are not ours to count. */
  figures(): Channels['figures'] | null
}

/** Our own server. A session that ends takes its sockets with it, on every node, for good. */
export function ownSockets(channels: Channels): Sockets {
  return {
    place: () => channels.place,
    channelOf: ({ user_id }) => channelOfAccount(user_id),
    bind: (socket, sessionId) => channels.bind(socket, labelOfSession(sessionId)),
    authorize: (socket, channel, recover) => channels.authorize(socket, channel, { recover }),
    authenticate: (socket, { user_id }) => channels.authenticate(socket, { id: user_id }),
    async publish({ channel, name, data }) {
      await channels.trigger({ channels: [channel], name, data })
      if (name === 'session.ended' && 'ended' in data)
        await channels.close('label', labelOfSession(String(data.ended)), 4009, 'Signed out')
    },
    ping: () => channels.ping(),
    drain: () => channels.drain(),
    figures: () => channels.figures,
  }
}

import { grantChannel, grantUser, RemoteChannels } from '@foyer/channels'

import type { Clock } from '#app/platform/clock.ts'
import type { Channels } from '#app/platform/config-values.ts'
import type { Db } from '#app/platform/db/connect.ts'

import type { Message } from './broadcast.ts'
import { accountOfChannel, channelOfSession } from './channel-names.ts'
import type { Credentials } from './credentials.ts'
import type { Sockets } from './sockets.ts'

/** The protocol's. */
const mostChannelsAtOnce = 100

interface Parts {
  db: Db
  clock: Clock
  credentials: Credentials
}

/**
 * A server elsewhere, which knows no sessions. So every session has a channel of its own, in which nothing is said any more
 * once it has ended, and signs its sockets in with its public id, by which they are closed. What is said passes through
 * other hands: what kind of thing happened, and not from where someone signed in.
 */
export function providerSockets(
  provider: NonNullable<Channels['provider']>,
  { db, clock, credentials }: Parts,
): Sockets {
  const now = () => clock.now()
  const remote = new RemoteChannels({ app: credentials, origin: apiOrigin(provider), now })
  return {
    place: () => null,
    channelOf: ({ session_id }) => channelOfSession(session_id),
    async bind() {},
    authorize: (socket, channel) => grantChannel(credentials, socket, channel),
    authenticate: (socket, { session_id }) => grantUser(credentials, socket, { id: session_id }),
    async publish(message) {
      const data = { ...message.data, from: undefined }
      const ended = endedBy(message)
      const all = await channelsOf(db, message, now())
      for (let at = 0; at < all.length; at += mostChannelsAtOnce) {
        const channels = all.slice(at, at + mostChannelsAtOnce)
        await remote.trigger({ channels, name: message.name, data })
      }
      if (ended !== null) await remote.terminate(ended)
    },
    async ping() {},
    async drain() {},
    figures: () => null,
  }
}

function endedBy({ name, data }: Message): string | null {
  return name === 'session.ended' && 'ended' in data ? String(data.ended) : null
}

/** Where those hear it who are concerned now: the session that ends is told so, and is the last to be. */
async function channelsOf(db: Db, message: Message, now: number): Promise<string[]> {
  const userId = accountOfChannel(message.channel)
  if (userId === null) return [message.channel]
  const live = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('ends_at', '>', now)
    .orderBy('id')
    .execute()
  const ended = endedBy(message)
  return [...live.map(({ id }) => id), ...(ended === null ? [] : [ended])].map(channelOfSession)
}

/** The hosted service has its API under another name than its sockets. */
function apiOrigin({ host, port, scheme }: NonNullable<Channels['provider']>): string {
  const name = host.endsWith('.pusher.com') ? host.replace(/^ws-/, 'api-') : host
  return new URL(`${scheme}://${name}:${port}`).origin
}

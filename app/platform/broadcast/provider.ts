import { grantChannel, grantUser, RemoteChannels } from '@foyer/channels'

import type { Clock } from '#app/platform/clock.ts'
import type { Channels } from '#app/platform/config-values.ts'

import type { Credentials } from './credentials.ts'
import type { Sockets } from './sockets.ts'

/**
 * A server elsewhere. It knows no sessions: a page that is told that its own has ended leaves by itself. What one that does
 * not leave could go on to hear says what kind of thing happened, and no more: not from where someone signed in.
 */
export function providerSockets(
  provider: NonNullable<Channels['provider']>,
  credentials: Credentials,
  clock: Clock,
): Sockets {
  const origin = apiOrigin(provider)
  const remote = new RemoteChannels({ app: credentials, origin, now: () => clock.now() })
  return {
    place: () => null,
    async bind() {},
    authorize: (socket, channel) => grantChannel(credentials, socket, channel),
    authenticate: (socket, user) => grantUser(credentials, socket, user),
    publish: ({ channel, name, data }) =>
      remote.trigger({ channels: [channel], name, data: { ...data, from: undefined } }),
    async drain() {},
    figures: () => null,
  }
}

/** The hosted service has its API under another name than its sockets. */
function apiOrigin({ host, port, scheme }: NonNullable<Channels['provider']>): string {
  const name = host.endsWith('.pusher.com') ? host.replace(/^ws-/, 'api-') : host
  return new URL(`${scheme}://${name}:${port}`).origin
}

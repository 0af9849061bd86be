import { channels } from '@foyer/channels'
import Fastify from 'fastify'

import { runMeasuredServer } from './measured-server.ts'
import { credentials, sharedChannel } from './shared-channel.ts'

const app = Fastify()
// All clients share one address. Only the restart benchmark limits upgrades per second.
const upgradeLimits = process.env['ALL_AT_ONCE'] ? { upgradesPerSecond: 1e6 } : {}
const limits = { socketsPerAddress: 1e6, upgradesPerSecondPerAddress: 1e6, ...upgradeLimits }
await app.register(channels, { app: credentials, limits })
await app.ready()

runMeasuredServer(
  app.server,
  (data) => app.channels.trigger({ channels: [sharedChannel], name: 'event', data }),
  {
    remaining() {
      const { sockets, channels, users, watchedUsers } = app.channels.metrics
      return sockets + channels + users + watchedUsers
    },
    /** Shuts down as the application does: stops accepting connections, then drains. */
    async drain() {
      app.server.close()
      await app.channels.drain()
    },
  },
)

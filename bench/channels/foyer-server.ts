import { channels } from '@foyer/channels'
import Fastify from 'fastify'

import { credentials, room } from './room.ts'
import { serve } from './serve.ts'

const app = Fastify()
// Here all come from one address; and only a restart is about how many may come at once.
const upgrades = process.env['ALL_AT_ONCE'] ? { upgradesPerSecond: 1e6 } : {}
const limits = { socketsPerAddress: 1e6, upgradesPerSecondPerAddress: 1e6, ...upgrades }
await app.register(channels, { app: credentials, limits })
await app.ready()

serve(app.server, (data) => app.channels.trigger({ channels: [room], name: 'event', data }), {
  left() {
    const { sockets, channels, users, watchedUsers } = app.channels.figures
    return sockets + channels + users + watchedUsers
  },
  /** As the product stops: nobody new is taken, then everybody is sent away. */
  async leave() {
    app.server.close()
    await app.channels.drain()
  },
})

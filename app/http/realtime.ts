import { channels } from '@foyer/channels'

import type { App } from '#app/http/app.ts'
import { addressResolver } from '#app/http/forwarded-for.ts'
import { channelsBus } from '#app/platform/broadcast/bus.ts'
import { isRecoverable } from '#app/platform/broadcast/channel-names.ts'
import { channelsCredentials } from '#app/platform/broadcast/credentials.ts'
import { Relay } from '#app/platform/broadcast/relay.ts'
import { ownSockets, type Sockets } from '#app/platform/broadcast/sockets.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sockets: Sockets
    relay: Relay
    /** The public half of the credentials, and where pages connect to. */
    channelsAddress(): { key: string; host: string; port: number; tls: boolean }
  }
}

/** Puts the channels where pages find them, and tells on them what was committed. */
export async function realtime(app: App): Promise<void> {
  const { config, clock, database, log } = app
  const credentials = channelsCredentials(config)

  await app.register(channels, {
    app: credentials,
    bus: channelsBus(config, credentials.key),
    origins: [config.origin],
    address: addressResolver(config.trustProxy),
    recoverable: isRecoverable,
    now: () => clock.now(),
  })
  const sockets = ownSockets(app.channels)
  const relay = new Relay({ database, sockets, log })

  app.decorate('sockets', sockets)
  app.decorate('relay', relay)
  app.decorate('channelsAddress', () => {
    const { hostname: host, port, protocol } = config.appUrl
    const tls = protocol === 'https:'
    return { key: credentials.key, host, port: Number(port) || (tls ? 443 : 80), tls }
  })
  app.decorateRequest('place', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.place = sockets.place()
    done()
  })
  app.addHook('onReady', async () => relay.start())
  app.addHook('onClose', () => relay.stop())
}

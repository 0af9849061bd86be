import { channels } from '@foyer/channels'

import type { App } from '#app/http/app.ts'
import { addressResolver } from '#app/http/forwarded-for.ts'
import type { Realtime } from '#app/pages.ts'
import { channelsBus } from '#app/platform/broadcast/bus.ts'
import { isRecoverable } from '#app/platform/broadcast/channel-names.ts'
import { channelsCredentials, type Credentials } from '#app/platform/broadcast/credentials.ts'
import { providerSockets } from '#app/platform/broadcast/provider.ts'
import { Relay } from '#app/platform/broadcast/relay.ts'
import { ownSockets, type Sockets } from '#app/platform/broadcast/sockets.ts'

const authorizeMs = 60_000

type Provider = App['config']['channels']['provider']

declare module 'fastify' {
  interface FastifyInstance {
    sockets: Sockets
    relay: Relay
    /** The public half of the credentials, and where and how pages connect. */
    channelsAddress(): Pick<Realtime, 'key' | 'host' | 'port' | 'tls' | 'signsIn'>
  }
}

/** Tells pages what was committed, by our own server or, where one is configured, by an outside provider's. */
export async function realtime(app: App): Promise<void> {
  const { config, clock, database, db, log } = app
  const { provider } = config.channels
  const credentials = channelsCredentials(config)
  const sockets = provider
    ? providerSockets(provider, { db, clock, credentials })
    : await mounted(app, credentials)
  const relay = new Relay({ database, sockets, log })

  app.decorate('sockets', sockets)
  app.decorate('relay', relay)
  app.decorate('channelsAddress', () => ({
    key: credentials.key,
    signsIn: provider !== null,
    ...(provider ? addressOf(provider) : ownAddress(config.appUrl)),
  }))
  app.decorateRequest('place', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.place = sockets.place()
    done()
  })
  app.addHook('onReady', async () => relay.start())
  app.addHook('onClose', () => relay.stop())
}

async function mounted(app: App, credentials: Credentials): Promise<Sockets> {
  const { config, clock } = app
  app.addHook('onRoute', (route) => {
    if (route.url === '/apps/*')
      route.config = { ...route.config, access: 'signed', inertia: false }
  })
  await app.register(channels, {
    api: true,
    app: credentials,
    bus: await channelsBus(config, credentials.key),
    origins: [config.origin],
    address: addressResolver(config.trustProxy),
    // We have no public channels, and a page that opens a socket has been given one of its own.
    open: () => false,
    authorizeMs,
    recoverable: isRecoverable,
    now: () => clock.now(),
  })
  return ownSockets(app.channels)
}

function addressOf({ host, port, scheme }: NonNullable<Provider>) {
  return { host, port, tls: scheme === 'https' }
}

function ownAddress({ hostname: host, port, protocol }: URL) {
  const tls = protocol === 'https:'
  return { host, port: Number(port) || (tls ? 443 : 80), tls }
}

import { channels } from '@foyer/channels'
import type { FastifyRequest } from 'fastify'

import type { App } from '#app/http/server/app-type.ts'
import { clientIpResolver } from '#app/http/server/forwarded-for.ts'
import { hasOwnHost } from '#app/http/server/host-check.ts'
import type { Realtime } from '#app/pages.ts'
import { isRecoverable } from '#app/platform/realtime/channel-names.ts'
import { channelsBus } from '#app/platform/realtime/channels-bus.ts'
import {
  channelsCredentials,
  type ChannelsCredentials,
} from '#app/platform/realtime/channels-credentials.ts'
import { embeddedServer } from '#app/platform/realtime/embedded-server.ts'
import { OutboxRelay } from '#app/platform/realtime/outbox-relay.ts'
import { pusherProvider } from '#app/platform/realtime/pusher-provider.ts'
import type { RealtimeServer } from '#app/platform/realtime/realtime-server.ts'

const authorizeTimeoutMs = 60_000

type ProviderConfig = App['config']['channels']['provider']

/** Whether the signed-in user may subscribe to a channel of the feature; false for other channels. */
type ChannelAuthorizer = (
  request: FastifyRequest,
  subscription: { socketId: string; channel: string },
) => Promise<boolean>

declare module 'fastify' {
  interface FastifyInstance {
    realtimeServer: RealtimeServer
    outboxRelay: OutboxRelay
    /** Of features with channels beside that of the account. */
    channelAuthorizers: ChannelAuthorizer[]
    /** The ids of the sessions that may hear of a team now; the teams replace it. */
    teamSessions(teamId: string, now: number): Promise<string[]>
    realtimeEndpoint(): Pick<Realtime, 'key' | 'host' | 'port' | 'tls'>
  }
}

/** Broadcasts committed changes to pages, through the embedded server or a configured Pusher provider. */
export async function realtime(app: App): Promise<void> {
  const { config, clock, database, db, log } = app
  const { provider } = config.channels
  const credentials = channelsCredentials(config)
  const realtimeServer = provider
    ? pusherProvider(provider, {
        db,
        clock,
        credentials,
        teamSessions: (teamId, now) => app.teamSessions(teamId, now),
      })
    : await mountOwnServer(app, credentials)
  const outboxRelay = new OutboxRelay({ database, realtimeServer, log })

  app.decorate('realtimeServer', realtimeServer)
  app.decorate('outboxRelay', outboxRelay)
  app.decorate('channelAuthorizers', [])
  app.decorate('teamSessions', async () => [])
  app.decorate('realtimeEndpoint', () => ({
    key: credentials.key,
    ...(provider ? providerEndpoint(provider) : ownEndpoint(config.appUrl)),
  }))
  app.decorateRequest('realtimePosition', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.realtimePosition = realtimeServer.position()
    done()
  })
  app.addHook('onReady', async () => outboxRelay.start())
  app.addHook('onClose', () => outboxRelay.stop())
}

async function mountOwnServer(app: App, credentials: ChannelsCredentials): Promise<RealtimeServer> {
  const { config, clock } = app
  app.addHook('onRoute', (route) => {
    if (route.url === '/apps/*')
      route.config = { ...route.config, access: 'signedRequest', inertia: false }
  })
  await app.register(channels, {
    api: true,
    app: credentials,
    bus: await channelsBus(config, credentials.key),
    origins: [config.origin],
    hostIsAllowed: (request) => hasOwnHost(request, config),
    address: clientIpResolver(config.trustProxy),
    // There are no public channels; every page that connects has a private one.
    open: () => false,
    authorizeMs: authorizeTimeoutMs,
    recoverable: isRecoverable,
    now: () => clock.now(),
  })
  return embeddedServer(app.channels)
}

function providerEndpoint({ host, port, scheme }: NonNullable<ProviderConfig>) {
  return { host, port, tls: scheme === 'https' }
}

function ownEndpoint({ hostname: host, port, protocol }: URL) {
  const tls = protocol === 'https:'
  return { host, port: Number(port) || (tls ? 443 : 80), tls }
}

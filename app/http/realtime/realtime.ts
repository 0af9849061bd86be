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

/** The channels of a feature beside that of the account. */
interface FeatureChannels {
  /** Whether the signed-in user may subscribe; false for channels of others. */
  authorize(
    request: FastifyRequest,
    subscription: { socketId: string; channel: string },
  ): Promise<boolean>
  /** The ids of the sessions that may receive messages of a team now. */
  teamSessions(teamId: string, now: number): Promise<string[]>
  /** The ids of the live sessions of its members that may not. */
  excludedTeamSessions(teamId: string, now: number): Promise<string[]>
}

declare module 'fastify' {
  interface FastifyInstance {
    realtimeServer: RealtimeServer
    outboxRelay: OutboxRelay
    /** Features add their channels here. */
    featureChannels: FeatureChannels[]
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
        async teamSessions(teamId, now) {
          const found = app.featureChannels.map((each) => each.teamSessions(teamId, now))
          return (await Promise.all(found)).flat()
        },
      })
    : await mountOwnServer(app, credentials)
  const outboxRelay = new OutboxRelay({ database, realtimeServer, log })

  app.decorate('realtimeServer', realtimeServer)
  app.decorate('outboxRelay', outboxRelay)
  app.decorate('featureChannels', [])
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
  return embeddedServer(app.channels, async (teamId) => {
    const now = clock.now()
    const found = app.featureChannels.map((each) => each.excludedTeamSessions(teamId, now))
    return (await Promise.all(found)).flat()
  })
}

function providerEndpoint({ host, port, scheme }: NonNullable<ProviderConfig>) {
  return { host, port, tls: scheme === 'https' }
}

function ownEndpoint({ hostname: host, port, protocol }: URL) {
  const tls = protocol === 'https:'
  return { host, port: Number(port) || (tls ? 443 : 80), tls }
}

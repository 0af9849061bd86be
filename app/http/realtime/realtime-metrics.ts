import type { Registry } from 'prom-client'

import type { App } from '#app/http/server/app-type.ts'
import { registerCollectedMetric } from '#app/platform/lib/collected-metric.ts'
import { countPendingBroadcasts } from '#app/platform/realtime/outbox-relay.ts'

/** Metrics of broadcasts and, with the embedded server only, of sockets. */
export function realtimeMetrics(app: App, registry: Registry): void {
  const { realtimeServer, outboxRelay, db } = app
  registerCollectedMetric(registry, {
    kind: 'counter',
    name: 'foyer_broadcasts_total',
    help: 'Broadcasts sent or failed.',
    label: 'outcome',
    read: () => ({ told: outboxRelay.metrics.sent, failed: outboxRelay.metrics.failed }),
  })
  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'foyer_broadcasts_waiting',
    help: 'Broadcasts in the database that wait to be sent.',
    aggregator: 'first',
    read: () => countPendingBroadcasts(db),
  })
  if (realtimeServer.metrics()) observeSockets(realtimeServer, registry)
}

function observeSockets(server: App['realtimeServer'], registry: Registry): void {
  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'foyer_sockets',
    help: 'Open sockets.',
    read: () => server.metrics()?.sockets ?? 0,
  })
  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'foyer_channels',
    help: 'Channels with subscribers.',
    read: () => server.metrics()?.channels ?? 0,
  })
  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'foyer_channels_ready',
    help: '1 while the channels server accepts sockets.',
    aggregator: 'min',
    read: () => Number(server.metrics()?.isReady ?? false),
  })
  registerCollectedMetric(registry, {
    kind: 'counter',
    name: 'foyer_sockets_closed_total',
    help: 'Closed sockets by close code.',
    label: 'code',
    read: () => server.metrics()?.closed ?? {},
  })
  registerCollectedMetric(registry, {
    kind: 'counter',
    name: 'foyer_upgrades_refused_total',
    help: 'Rejected WebSocket handshakes by status.',
    label: 'status',
    read: () => server.metrics()?.refused ?? {},
  })
}

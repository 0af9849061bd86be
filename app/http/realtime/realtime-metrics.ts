import type { App } from '#app/http/server/app.ts'
import { countPendingBroadcasts } from '#app/platform/realtime/outbox-relay.ts'

/** Prometheus lines of the channels; socket metrics only for the embedded server. */
export async function realtimeMetrics({ realtimeServer, outboxRelay, db }: App): Promise<string[]> {
  const { sent, failed } = outboxRelay.metrics
  const ownServer = realtimeServer.metrics()
  return [
    '# TYPE foyer_broadcasts_total counter',
    `foyer_broadcasts_total{outcome="told"} ${sent}`,
    `foyer_broadcasts_total{outcome="failed"} ${failed}`,
    '# TYPE foyer_broadcasts_waiting gauge',
    `foyer_broadcasts_waiting ${await countPendingBroadcasts(db)}`,
    ...(ownServer ? ownServerMetrics(ownServer) : []),
  ]
}

function ownServerMetrics(
  ownServer: NonNullable<ReturnType<App['realtimeServer']['metrics']>>,
): string[] {
  return [
    '# TYPE foyer_sockets gauge',
    `foyer_sockets ${ownServer.sockets}`,
    '# TYPE foyer_channels gauge',
    `foyer_channels ${ownServer.channels}`,
    '# TYPE foyer_channels_ready gauge',
    `foyer_channels_ready ${Number(ownServer.isReady)}`,
    '# TYPE foyer_sockets_closed_total counter',
    ...labeledSamples('foyer_sockets_closed_total', 'code', ownServer.closed),
    '# TYPE foyer_upgrades_refused_total counter',
    ...labeledSamples('foyer_upgrades_refused_total', 'status', ownServer.refused),
  ]
}

function labeledSamples(name: string, label: string, counts: Record<string, number>): string[] {
  return Object.entries(counts).map(([value, count]) => `${name}{${label}="${value}"} ${count}`)
}

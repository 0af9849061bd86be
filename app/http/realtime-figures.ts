import type { App } from '#app/http/app.ts'
import { waitingCount } from '#app/platform/broadcast/relay.ts'

/** How the channels are, for the operator; of sockets only where they are ours. */
export async function realtimeFigures({ sockets, relay, db }: App): Promise<string[]> {
  const { told, failed } = relay.figures
  const own = sockets.figures()
  return [
    '# TYPE foyer_broadcasts_total counter',
    `foyer_broadcasts_total{outcome="told"} ${told}`,
    `foyer_broadcasts_total{outcome="failed"} ${failed}`,
    '# TYPE foyer_broadcasts_waiting gauge',
    `foyer_broadcasts_waiting ${await waitingCount(db)}`,
    ...(own ? figuresOf(own) : []),
  ]
}

function figuresOf(own: NonNullable<ReturnType<App['sockets']['figures']>>): string[] {
  return [
    '# TYPE foyer_sockets gauge',
    `foyer_sockets ${own.sockets}`,
    '# TYPE foyer_channels gauge',
    `foyer_channels ${own.channels}`,
    '# TYPE foyer_channels_ready gauge',
    `foyer_channels_ready ${Number(own.isReady)}`,
    '# TYPE foyer_sockets_closed_total counter',
    ...counted('foyer_sockets_closed_total', 'code', own.closed),
    '# TYPE foyer_upgrades_refused_total counter',
    ...counted('foyer_upgrades_refused_total', 'status', own.refused),
  ]
}

function counted(name: string, label: string, counts: Record<string, number>): string[] {
  return Object.entries(counts).map(([value, count]) => `${name}{${label}="${value}"} ${count}`)
}

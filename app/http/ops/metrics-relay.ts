import cluster from 'node:cluster'

import { z } from 'zod'

export const Metrics = z.array(z.object({ name: z.string() }).loose())
/** A worker's request for the metrics of all others. */
export const MetricsRequestSchema = z.object({ scrape: z.number() })
/** The request as the primary process forwards it, and its reply: how many responses to expect. */
export const ForwardedRequestSchema = z.object({ scrape: z.number(), scrapedBy: z.number() })
export const ExpectedResponsesSchema = z.object({ scrape: z.number(), others: z.number() })
/** The metrics of one worker. */
export const WorkerMetricsSchema = z.object({
  scrape: z.number(),
  scrapedBy: z.number(),
  metrics: Metrics,
})

/** Runs in the primary process and forwards messages between workers, which aggregate the metrics themselves. */
export function relayWorkerMetrics(): void {
  cluster.on('message', (from, message) => {
    const report = WorkerMetricsSchema.safeParse(message).data
    if (report) return send(report.scrapedBy, report)
    const scrape = MetricsRequestSchema.safeParse(message).data?.scrape
    if (scrape === undefined) return
    const others = Object.values(cluster.workers ?? {}).flatMap((worker) =>
      worker && worker.id !== from.id && worker.isConnected() ? worker.id : [],
    )
    send(from.id, { scrape, others: others.length })
    for (const id of others) send(id, { scrape, scrapedBy: from.id })
  })
}

function send(worker: number, message: object): void {
  // Sending to a worker that has just exited fails harmlessly.
  cluster.workers?.[worker]?.send(message, () => {})
}

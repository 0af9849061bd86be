import cluster from 'node:cluster'

import { z } from 'zod'

export const Metrics = z.array(z.object({ name: z.string() }).loose())
/** A worker wants the figures of the others. */
export const MetricsRequestSchema = z.object({ scrape: z.number() })
/** The primary process passes that on, and tells the one who asked how many will answer. */
export const ForwardedRequestSchema = z.object({ scrape: z.number(), scrapedBy: z.number() })
export const ExpectedResponsesSchema = z.object({ scrape: z.number(), others: z.number() })
/** The figures of one worker. */
export const WorkerMetricsSchema = z.object({
  scrape: z.number(),
  scrapedBy: z.number(),
  metrics: Metrics,
})

/** In the primary process: passes figures between workers. It adds nothing up, so that it needs none of the app. */
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

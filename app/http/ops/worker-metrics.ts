import { AggregatorRegistry, type Registry } from 'prom-client'

import type { Metrics } from './exited-worker-counts.ts'
import { CollectSchema, ScrapeResultSchema } from './metrics-collector.ts'

/** Runs in a worker: returns the metrics of all workers, and responds when the primary process asks. */
export function workerMetrics(registry: Registry): () => Promise<string> {
  const pending = new Map<number, (others: Metrics[]) => void>()
  let lastScrape = 0
  process.on('message', async (message) => {
    const order = CollectSchema.safeParse(message).data
    if (order) process.send?.({ ...order, metrics: await registry.getMetricsAsJSON() })
    const result = ScrapeResultSchema.safeParse(message).data
    if (result) pending.get(result.scrape)?.(result.others)
  })

  return async () => {
    const scrape = ++lastScrape
    const { promise, resolve } = Promise.withResolvers<Metrics[]>()
    pending.set(scrape, resolve)
    const metrics = await registry.getMetricsAsJSON()
    process.send?.({ scrape, metrics })
    const others = await promise
    pending.delete(scrape)
    return AggregatorRegistry.aggregate([metrics, ...others]).metrics()
  }
}

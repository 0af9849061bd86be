import { AggregatorRegistry, type Registry } from 'prom-client'
import type { z } from 'zod'

import {
  ExpectedResponsesSchema,
  type Metrics,
  ForwardedRequestSchema,
  WorkerMetricsSchema,
  MetricsRequestSchema,
} from './metrics-relay.ts'

/** A worker that is starting or busy does not answer in time; its metrics are missing from this scrape. */
const timeoutMs = 1000

/** Runs in a worker: returns the metrics of all workers, and responds to the requests of others. */
export function workerMetrics(registry: Registry): () => Promise<string> {
  const pending = new Map<number, (message: unknown) => void>()
  let lastScrape = 0
  process.on('message', async (message) => {
    const order = ForwardedRequestSchema.safeParse(message).data
    const isReport = WorkerMetricsSchema.safeParse(message).success
    if (order && !isReport) {
      process.send?.({ ...order, metrics: await registry.getMetricsAsJSON() })
      return
    }
    const scrape = MetricsRequestSchema.safeParse(message).data?.scrape
    if (scrape !== undefined) pending.get(scrape)?.(message)
  })

  return async () => {
    const scrape = ++lastScrape
    const { promise, resolve } = Promise.withResolvers<void>()
    const reports: z.output<typeof Metrics>[] = []
    let expected = Infinity
    pending.set(scrape, (message) => {
      expected = ExpectedResponsesSchema.safeParse(message).data?.others ?? expected
      const metrics = WorkerMetricsSchema.safeParse(message).data?.metrics
      if (metrics) reports.push(metrics)
      if (reports.length >= expected) resolve()
    })
    const timer = setTimeout(resolve, timeoutMs)
    process.send?.({ scrape })
    await promise
    clearTimeout(timer)
    pending.delete(scrape)
    return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...reports]).metrics()
  }
}

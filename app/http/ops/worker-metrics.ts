import { AggregatorRegistry, type Registry } from 'prom-client'
import type { z } from 'zod'

import {
  CountSchema,
  type Metrics,
  OrderSchema,
  ReportSchema,
  ScrapeSchema,
} from './serve-worker-metrics.ts'

/** A worker that is starting or busy does not answer in time; its figures are missing from this scrape. */
const timeoutMs = 1000

/** In a worker: returns the figures of all workers together, and answers when another one asks. */
export function workerMetrics(registry: Registry): () => Promise<string> {
  const pending = new Map<number, (message: unknown) => void>()
  let lastScrape = 0
  process.on('message', async (message) => {
    const order = OrderSchema.safeParse(message).data
    const isReport = ReportSchema.safeParse(message).success
    if (order && !isReport) {
      process.send?.({ ...order, metrics: await registry.getMetricsAsJSON() })
      return
    }
    const scrape = ScrapeSchema.safeParse(message).data?.scrape
    if (scrape !== undefined) pending.get(scrape)?.(message)
  })

  return async () => {
    const scrape = ++lastScrape
    const { promise, resolve } = Promise.withResolvers<void>()
    const reports: z.output<typeof Metrics>[] = []
    let expected = Infinity
    pending.set(scrape, (message) => {
      expected = CountSchema.safeParse(message).data?.others ?? expected
      const metrics = ReportSchema.safeParse(message).data?.metrics
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

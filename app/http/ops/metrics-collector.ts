import cluster from 'node:cluster'

import { z } from 'zod'

import { addExitedWorkerCounts, type Metrics, MetricsSchema } from './exited-worker-counts.ts'

/** From a worker: requests the metrics of all workers, and contains its own. */
const ScrapeSchema = z.object({ scrape: z.number(), metrics: MetricsSchema })
/** From the primary process: requests the metrics of a worker. */
export const CollectSchema = z.object({ collect: z.number() })
const ReportSchema = z.object({ collect: z.number(), metrics: MetricsSchema })
/** To the worker that was scraped: the metrics of the others. */
export const ScrapeResultSchema = z.object({ scrape: z.number(), others: z.array(MetricsSchema) })

/** A worker that is starting or busy does not answer in time; its last metrics count. */
const timeoutMs = 1000

/**
 * In the primary process: collects the metrics of the workers. What a worker counted stays counted when it is busy or has
 * exited, because Prometheus takes a counter that falls for one that began again.
 */
export function collectWorkerMetrics(): void {
  const latest = new Map<number, Metrics>()
  const collections = new Map<number, (worker: number) => void>()
  let retired: Metrics = []
  let lastCollection = 0

  cluster.on('exit', ({ id }) => {
    retired = addExitedWorkerCounts(retired, latest.get(id) ?? [])
    latest.delete(id)
  })
  cluster.on('message', async (from, message) => {
    const report = ReportSchema.safeParse(message).data
    const scrape = ScrapeSchema.safeParse(message).data
    const metrics = report?.metrics ?? scrape?.metrics
    if (metrics && !from.isDead()) latest.set(from.id, metrics)
    if (report) collections.get(report.collect)?.(from.id)
    if (!scrape) return
    await collect(from.id)
    const others = [...latest].flatMap(([id, metrics]) => (id === from.id ? [] : [metrics]))
    send(from.id, { scrape: scrape.scrape, others: [...others, retired] })
  })

  async function collect(scraper: number): Promise<void> {
    const missing = new Set(connectedWorkers().filter((id) => id !== scraper))
    const collection = ++lastCollection
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    const received = (id: number) => {
      missing.delete(id)
      if (missing.size === 0) resolve()
    }
    collections.set(collection, received)
    for (const id of missing) send(id, { collect: collection })
    received(scraper)
    await promise
    clearTimeout(timer)
    collections.delete(collection)
  }
}

function connectedWorkers(): number[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker?.isConnected() ? worker.id : [],
  )
}

function send(worker: number, message: object): void {
  // Sending to a worker that has just exited fails harmlessly.
  cluster.workers?.[worker]?.send(message, () => {})
}

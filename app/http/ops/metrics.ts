import cluster from 'node:cluster'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { Counter, Histogram, Registry } from 'prom-client'

import { realtimeMetrics } from '#app/http/realtime/realtime-metrics.ts'
import type { App } from '#app/http/server/app-type.ts'
import { machineEndpoint } from '#app/http/server/route-options.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'
import { registerCollectedMetric } from '#app/platform/lib/collected-metric.ts'

import { workerMetrics } from './worker-metrics.ts'

/** Metrics for the operator in the text format of Prometheus, of all workers together. */
export function metrics(app: App): void {
  const registry = new Registry()
  countResponses(app, registry)
  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'foyer_jobs',
    help: 'Jobs in the database.',
    label: 'state',
    aggregator: 'first',
    read: () => jobCounts(app.db),
  })
  realtimeMetrics(app, registry)
  observeProcess(app, registry)
  const readMetrics = cluster.isWorker ? workerMetrics(registry) : () => registry.metrics()

  app.route({
    ...machineEndpoint('metrics'),
    logLevel: 'silent',
    handler: async (_request, reply) => reply.type(registry.contentType).send(await readMetrics()),
  })
}

function countResponses(app: App, registry: Registry): void {
  const responses = new Counter({
    name: 'foyer_answers_total',
    help: 'Responses by status class.',
    labelNames: ['status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'foyer_answer_seconds',
    help: 'Time from the headers of a request to the end of its response, by route.',
    labelNames: ['route'],
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    responses.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` })
    const { routeName = 'other' } = request.routeOptions.config
    durations.observe({ route: routeName }, reply.elapsedTime / 1000)
    done()
  })
}

function observeProcess(app: App, registry: Registry): void {
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
  eventLoopDelay.enable()
  app.addHook('onClose', async () => eventLoopDelay.disable())

  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'foyer_processes',
    help: 'Server processes that answered.',
    read: () => 1,
  })
  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    read: () => process.memoryUsage.rss(),
  })
  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'nodejs_eventloop_delay_seconds',
    help: 'Delay of the event loop since the last scrape.',
    label: 'quantile',
    aggregator: 'max',
    read() {
      const seconds = eventLoopDelay.percentile(99) / 1e9
      // Reset at each scrape: in a long-running process a new stall would hardly change the percentile, and an old one never leave it.
      eventLoopDelay.reset()
      return { '0.99': seconds }
    },
  })
  registerCollectedMetric(registry, {
    kind: 'gauge',
    name: 'process_uptime_seconds',
    help: 'Time since the start of the process.',
    aggregator: 'min',
    read: () => process.uptime(),
  })
}

import { monitorEventLoopDelay } from 'node:perf_hooks'

import { type ObservableResult, metrics } from '@opentelemetry/api'

import type { App } from '#app/http/server/app-type.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'

/** The state of the process, read at each export. Loads OpenTelemetry. */
export function telemetryGauges(app: App): void {
  const meter = metrics.getMeter('foyer')
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
  eventLoopDelay.enable()
  app.addHook('onClose', async () => eventLoopDelay.disable())

  meter.createObservableGauge('nodejs.eventloop.delay.p99', { unit: 's' }).addCallback((result) => {
    result.observe(eventLoopDelay.percentile(99) / 1e9)
    eventLoopDelay.reset()
  })
  meter
    .createObservableGauge('process.memory.usage', { unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()))
  meter.createObservableGauge('foyer.jobs').addCallback(async (result: ObservableResult) => {
    for (const [state, count] of Object.entries(await jobCounts(app.db)))
      result.observe(count, { state })
  })
}

import { monitorEventLoopDelay } from 'node:perf_hooks'

import { realtimeMetrics } from '#app/http/realtime/realtime-metrics.ts'
import type { App } from '#app/http/server/app.ts'
import { machineEndpoint } from '#app/http/server/route-options.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'

/** Figures for the operator, in the text format Prometheus reads. */
export function metrics(app: App): void {
  /** By the first digit of the status. */
  const responseCounts = new Map<number, number>()
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
  eventLoopDelay.enable()
  app.addHook('onClose', async () => eventLoopDelay.disable())

  app.addHook('onResponse', (_request, reply, done) => {
    const statusClass = Math.floor(reply.statusCode / 100)
    responseCounts.set(statusClass, (responseCounts.get(statusClass) ?? 0) + 1)
    done()
  })

  app.route({
    ...machineEndpoint('metrics'),
    logLevel: 'silent',
    async handler(_request, reply) {
      const jobs = await jobCounts(app.db)
      const lines = [
        '# TYPE foyer_answers_total counter',
        ...[...responseCounts].map(
          ([statusClass, count]) => `foyer_answers_total{status="${statusClass}xx"} ${count}`,
        ),
        '# TYPE foyer_jobs gauge',
        `foyer_jobs{state="waiting"} ${jobs.waiting}`,
        `foyer_jobs{state="dead"} ${jobs.dead}`,
        ...(await realtimeMetrics(app)),
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '# TYPE nodejs_eventloop_delay_seconds gauge',
        `nodejs_eventloop_delay_seconds{quantile="0.99"} ${eventLoopDelay.percentile(99) / 1e9}`,
        '# TYPE process_uptime_seconds gauge',
        `process_uptime_seconds ${process.uptime()}`,
      ]
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
    },
  })
}

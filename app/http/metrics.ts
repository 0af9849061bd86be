import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { App } from '#app/http/app.ts'
import { forPrograms } from '#app/http/at.ts'
import { realtimeFigures } from '#app/http/realtime-figures.ts'
import { jobCounts } from '#app/platform/jobs/job-counts.ts'

/** Figures for the operator, in the text format Prometheus reads. */
export function metrics(app: App): void {
  /** By the first digit of the status. */
  const answered = new Map<number, number>()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => delay.disable())

  app.addHook('onResponse', (_request, reply, done) => {
    const kind = Math.floor(reply.statusCode / 100)
    answered.set(kind, (answered.get(kind) ?? 0) + 1)
    done()
  })

  app.route({
    ...forPrograms('metrics'),
    logLevel: 'silent',
    async handler(_request, reply) {
      const jobs = await jobCounts(app.db)
      const lines = [
        '# TYPE foyer_answers_total counter',
        ...[...answered].map(([kind, count]) => `foyer_answers_total{status="${kind}xx"} ${count}`),
        '# TYPE foyer_jobs gauge',
        `foyer_jobs{state="waiting"} ${jobs.waiting}`,
        `foyer_jobs{state="dead"} ${jobs.dead}`,
        ...(await realtimeFigures(app)),
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '# TYPE nodejs_eventloop_delay_seconds gauge',
        `nodejs_eventloop_delay_seconds{quantile="0.99"} ${delay.percentile(99) / 1e9}`,
        '# TYPE process_uptime_seconds gauge',
        `process_uptime_seconds ${process.uptime()}`,
      ]
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
    },
  })
}

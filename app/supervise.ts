import cluster from 'node:cluster'

import { passBetweenWorkers } from '#app/platform/broadcast/workers-bus.ts'
import type { Config } from '#app/platform/config.ts'
import { clockOf } from '#app/platform/movable-clock.ts'
import { countForWorkers } from '#app/platform/rate-limits-workers.ts'
import { memoryRateLimits } from '#app/platform/rate-limits.ts'

const shortestLifeMs = 2000

/** Runs `WORKERS` server processes on one port. One that dies is replaced, unless it died young: then all stop, and the reason stands above. */
export function supervise(config: Config): void {
  const { workers, port } = config
  let isStopping = false
  countForWorkers(memoryRateLimits({ clock: clockOf(config) }))
  passBetweenWorkers()
  for (let count = 0; count < workers; count++) fork()

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isStopping = true
      stopAll(signal)
    })
  }

  function fork(): void {
    const bornAt = Date.now()
    cluster.fork({ PORT: port }).on('exit', (code) => {
      if (isStopping) return
      if (Date.now() - bornAt > shortestLifeMs) return fork()
      isStopping = true
      process.exitCode = code || 1
      stopAll('SIGTERM')
    })
  }
}

function stopAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
}

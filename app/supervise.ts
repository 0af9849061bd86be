import cluster from 'node:cluster'

import { askToStop, type Signal, whenAskedToStop } from '#app/asked-to-stop.ts'
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

  whenAskedToStop((signal) => {
    isStopping = true
    stopAll(signal)
  })

  function fork(): void {
    const bornAt = Date.now()
    const worker = cluster.fork({ PORT: port })
    worker.on('exit', (code) => {
      if (isStopping) return void (process.exitCode ||= code)
      if (Date.now() - bornAt > shortestLifeMs) return fork()
      isStopping = true
      process.exitCode = code || 1
      stopAll('SIGTERM')
    })
    // What could not be told to one that has just died is no loss.
    worker.on('error', () => {})
  }
}

function stopAll(signal: Signal): void {
  for (const worker of Object.values(cluster.workers ?? {})) if (worker) askToStop(worker, signal)
}

import cluster from 'node:cluster'

import { createClock } from '#app/platform/clock/adjustable-clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { serveWorkerRateLimits } from '#app/platform/rate-limit/worker-rate-limits.ts'
import { serveWorkerBus } from '#app/platform/realtime/worker-bus.ts'

import { sendShutdown, type ShutdownSignal, onShutdownSignal } from './shutdown-signal.ts'

const crashLoopMs = 2000

/**
 * Runs `WORKERS` server processes on one port and replaces those that exit. A worker that exits within `crashLoopMs` of its
 * start stops all of them; its own output explains why.
 */
export function startWorkers(config: Config): void {
  const { workers, port } = config
  let isStopping = false
  serveWorkerRateLimits(memoryRateLimits({ clock: createClock(config) }))
  serveWorkerBus()
  for (let count = 0; count < workers; count++) forkWorker()

  onShutdownSignal((signal) => {
    isStopping = true
    stopWorkers(signal)
  })

  function forkWorker(): void {
    const startedAt = Date.now()
    const worker = cluster.fork({ PORT: port })
    worker.on('exit', (code) => {
      if (isStopping) return void (process.exitCode ||= code)
      if (Date.now() - startedAt > crashLoopMs) return forkWorker()
      isStopping = true
      process.exitCode = code || 1
      stopWorkers('SIGTERM')
    })
    // Sending to a worker that has just exited fails harmlessly.
    worker.on('error', () => {})
  }
}

function stopWorkers(signal: ShutdownSignal): void {
  for (const worker of Object.values(cluster.workers ?? {}))
    if (worker) sendShutdown(worker, signal)
}

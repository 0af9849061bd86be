import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'

import { collectWorkerMetrics } from '#app/http/ops/metrics-collector.ts'
import { createClock } from '#app/platform/clock/adjustable-clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import { createLogger } from '#app/platform/lib/log.ts'
import { memoryRateLimits } from '#app/platform/rate-limit/rate-limits.ts'
import { serveWorkerRateLimits } from '#app/platform/rate-limit/worker-rate-limits.ts'
import { serveWorkerBus } from '#app/platform/realtime/worker-bus.ts'

import { closeAbandonedConnections } from './connections-in-transit.ts'
import { reloadWorkers } from './reload-workers.ts'
import {
  onReloadSignal,
  onShutdownSignal,
  sendShutdown,
  type ShutdownSignal,
} from './shutdown-signal.ts'

const crashLoopMs = 2000
const maxRestartDelayMs = 5000

/**
 * Runs `WORKERS` server processes on one port and replaces those that exit, after a growing delay when they exit soon after
 * their start. If none has ever listened, the first that exits stops all of them; its own output explains why.
 */
export function startWorkers(config: Config): void {
  const { workers: count } = config
  const log = createLogger(config)
  const workers = new Set<Worker>()
  let hasListened = false
  let isStopping = false
  let restartDelayMs = 0
  serveWorkerRateLimits(memoryRateLimits({ clock: createClock(config) }))
  serveWorkerBus()
  collectWorkerMetrics()
  for (let started = 0; started < count; started++) replaceOnExit(forkWorker(config))

  onShutdownSignal((signal) => {
    isStopping = true
    stopWorkers(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
  onReloadSignal((superseded) =>
    reloadWorkers(
      {
        log,
        workers,
        forkWorker: () => forkWorker(config),
        replaceOnExit,
        isStopping: () => isStopping,
      },
      superseded,
    ),
  )

  function replaceOnExit(worker: Worker): void {
    const startedAt = performance.now()
    workers.add(worker)
    worker.once('listening', () => (hasListened = true))
    worker.once('exit', async (code, signal) => {
      const isReplaced = !workers.delete(worker)
      if (isStopping) return void (process.exitCode ||= code)
      if (isReplaced) return
      if (!hasListened) {
        isStopping = true
        process.exitCode = code || 1
        return stopWorkers('SIGTERM')
      }
      log.error({ code, signal }, 'worker exited')
      const isCrashLoop = performance.now() - startedAt < crashLoopMs
      restartDelayMs = isCrashLoop ? Math.min(maxRestartDelayMs, restartDelayMs * 2 + 100) : 0
      await sleep(restartDelayMs)
      if (!isStopping) replaceOnExit(forkWorker(config))
    })
  }
}

function forkWorker({ port }: Config): Worker {
  const worker = cluster.fork({ PORT: port })
  closeAbandonedConnections(worker)
  // Sending to a worker that has just exited fails harmlessly.
  return worker.on('error', () => {})
}

function stopWorkers(signal: ShutdownSignal): void {
  for (const worker of Object.values(cluster.workers ?? {}))
    if (worker) sendShutdown(worker, signal)
}

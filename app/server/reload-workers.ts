import type { Worker } from 'node:cluster'
import { once } from 'node:events'

import type { Log } from '#app/platform/lib/log.ts'

import { sendShutdown } from './shutdown-signal.ts'

interface Cluster {
  log: Log
  /** The workers that are replaced when they exit. */
  workers: Set<Worker>
  forkWorker(): Worker
  replaceOnExit(worker: Worker): void
  isStopping(): boolean
}

/**
 * Replaces the workers one by one with processes that run the code that is on disk now. Each starts to listen before its
 * predecessor stops. If one does not start, the remaining workers stay.
 *
 * @param superseded  another reload is wanted: a worker that is still starting ends, also one that hangs
 */
export async function reloadWorkers(
  { log, workers, forkWorker, replaceOnExit, isStopping }: Cluster,
  superseded: AbortSignal,
): Promise<void> {
  log.info({ workers: workers.size }, 'reloading')
  const oldWorkers = [...workers]
  for (const old of oldWorkers) {
    if (isStopping() || superseded.aborted) return
    if (!workers.has(old)) continue
    const successor = forkWorker()
    const isListening = await startsToListen(successor, superseded)
    if (isStopping()) return
    if (!isListening) {
      successor.process.kill('SIGKILL')
      return log.error({}, 'a new worker did not start: the old ones continue')
    }
    if (!workers.delete(old)) {
      // It crashed meanwhile and is replaced already, by a process with the new code.
      sendShutdown(successor, 'SIGHUP')
      continue
    }
    replaceOnExit(successor)
    const exit = once(old, 'exit')
    sendShutdown(old, 'SIGHUP')
    await exit
  }
  log.info({ workers: workers.size }, 'reloaded')
}

function startsToListen(worker: Worker, superseded: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  worker.once('listening', () => resolve(true)).once('exit', () => resolve(false))
  superseded.addEventListener('abort', () => resolve(false), { once: true })
  return promise
}

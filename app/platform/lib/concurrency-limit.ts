import { Unavailable } from '#app/platform/errors.ts'

/**
 * Limits concurrent tasks. Further ones wait in one queue for each caller, in call order; callers take turns, so that one with many
 * tasks delays another by a single task.
 *
 * @param options  read for each task, so that they may change
 * @param options.maxQueued  of all callers together
 * @param options.maxQueuedPerCaller  the same unless given
 * @returns a function that runs a task when a slot is free, and throws Unavailable when the queue is full
 */
export function concurrencyLimit(options: {
  concurrency: number
  maxQueued: number
  maxQueuedPerCaller?: number
}) {
  const queues = new Map<string, (() => void)[]>()
  let [running, queued] = [0, 0]

  function waitForSlot(caller: string): Promise<void> {
    const queue = queues.get(caller) ?? []
    const { maxQueued, maxQueuedPerCaller = maxQueued } = options
    if (queued >= maxQueued || queue.length >= maxQueuedPerCaller)
      throw new Unavailable({ retryAfterSeconds: 2 })
    queues.set(caller, queue)
    queued++
    return new Promise((resolve) => queue.push(resolve))
  }

  /** Takes the first task of the caller whose turn it is, and moves that caller to the end. */
  function takeNext(): (() => void) | undefined {
    const [turn] = queues
    if (!turn) return undefined
    const [caller, queue] = turn
    const next = queue.shift()
    queues.delete(caller)
    if (queue.length > 0) queues.set(caller, queue)
    queued--
    return next
  }

  return async function limited<T>(task: () => Promise<T>, caller = ''): Promise<T> {
    if (running < options.concurrency) running++
    else await waitForSlot(caller)
    try {
      return await task()
    } finally {
      // Hands the slot directly to the next waiter, so that a new call cannot take it first.
      const next = takeNext()
      if (next) next()
      else running--
    }
  }
}

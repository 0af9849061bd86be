import { Unavailable } from '#app/platform/errors.ts'

/**
 * Limits concurrent tasks; further ones wait in a FIFO queue of limited length.
 *
 * @returns a function that runs a task when a slot is free, and throws Unavailable when the queue is full
 */
export function concurrencyLimit({
  concurrency,
  maxQueued,
}: {
  concurrency: number
  maxQueued: number
}) {
  const queue: (() => void)[] = []
  let running = 0

  function waitForSlot(): Promise<void> {
    if (queue.length >= maxQueued) throw new Unavailable({ retryAfterSeconds: 2 })
    return new Promise((resolve) => queue.push(resolve))
  }

  return async function limited<T>(task: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++
    else await waitForSlot()
    try {
      return await task()
    } finally {
      // Hands the slot directly to the next waiter, so that a new call cannot take it first.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}

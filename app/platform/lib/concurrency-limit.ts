import { Unavailable } from '#app/platform/errors.ts'

/**
 * Lets only so much work run at once; the rest waits in order, up to a limit.
 *
 * @returns runs the work when its turn comes; throws Unavailable when too many wait already
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
      // The turn is handed on, not given back, so that nobody can slip in between.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}

import { Unavailable } from './errors.ts'

/**
 * Lets only so much work run at once; the rest waits in order, up to a limit.
 *
 * @returns runs the work when its turn comes; throws Unavailable when too many wait already
 */
export function bounded({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const waiting: (() => void)[] = []
  let working = 0

  function myTurn(): Promise<void> {
    if (waiting.length >= mostWaiting) throw new Unavailable({ retryAfterSeconds: 2 })
    return new Promise((resolve) => waiting.push(resolve))
  }

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working < atOnce) working++
    else await myTurn()
    try {
      return await work()
    } finally {
      // The turn is handed on, not given back, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else working--
    }
  }
}

import { setTimeout } from 'node:timers/promises'

import { Unavailable } from '#app/platform/errors.ts'

import { isSerializationFailure } from './postgres-errors.ts'

export const maxAttempts = 4

/** Repeats work that failed because of a concurrent transaction, after a random pause that doubles: 20, 40, then 80 ms at most. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isRetryable = error instanceof Unavailable && isSerializationFailure(error.cause)
      if (!isRetryable || attempt === maxAttempts) throw error
    }
    // Jitter keeps two conflicting transactions from colliding again.
    await setTimeout(Math.random() * 10 * 2 ** attempt)
  }
}

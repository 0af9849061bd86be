import { Unavailable } from '#app/platform/errors.ts'

import type { Db, Tx } from './connect.ts'
import { isSerializationFailure } from './postgres-errors.ts'

export const maxAttempts = 3

/** Runs the work in a transaction and retries it after a serialization failure: it must touch nothing but the database. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const isRetryable = error instanceof Unavailable && isSerializationFailure(error.cause)
      if (!isRetryable || attempt === maxAttempts) throw error
    }
  }
}

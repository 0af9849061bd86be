import { Unavailable } from '#app/platform/errors.ts'

import type { Db, Tx } from './connect.ts'
import { isCrossed } from './postgres-errors.ts'

const mostTries = 3

/**
 * Runs the work in a transaction, and again when it crossed another one and lost. Work that can run twice touches nothing
 * but the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const isWorthIt = error instanceof Unavailable && isCrossed(error.cause)
      if (!isWorthIt || tries === mostTries) throw error
    }
  }
}

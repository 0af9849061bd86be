import { Transaction } from 'kysely'

import type { Db, Tx } from './connect.ts'
import { retryConflicts } from './retry-conflicts.ts'

/**
 * Runs the work in a transaction and retries it after a serialization failure: it must touch nothing but the database. In a
 * transaction it becomes part of that one.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db instanceof Transaction) return work(db)
  return retryConflicts(() => db.transaction().execute(work))
}

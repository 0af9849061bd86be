import type { SelectQueryBuilder } from 'kysely'

import { batches, type Query } from '#app/platform/lib/batches.ts'

import type { Db } from './connect.ts'
import type { Schema } from './schema.ts'

/**
 * Walks over all accounts in the order of their ids. Accounts may be created and erased meanwhile.
 *
 * @param select  adds the columns, and conditions if any
 */
export function accountBatches<Row extends { id: string }>(
  db: Db,
  select: (accounts: SelectQueryBuilder<Schema, 'users', object>) => Query<Row>,
  batchSize = 200,
): AsyncGenerator<Row[]> {
  const accounts = db.selectFrom('users').orderBy('users.id').limit(batchSize)
  return batches(select(accounts), ({ id }) => select(accounts.where('users.id', '>', id)))
}

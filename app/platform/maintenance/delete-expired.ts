import type { Db } from '#app/platform/db/connect.ts'
import type { Schema } from '#app/platform/db/schema.ts'

import { inBatches } from './in-batches.ts'

interface ExpiredRows<Column> {
  /** The primary key. */
  key: Column
  /** An indexed column with a time, in Unix milliseconds. */
  due: Column
  /** Rows up to this time are deleted. */
  through: number
}

/** Deletes the expired rows of a table in batches, the earliest first. */
export function deleteExpired<Table extends keyof Schema & string>(
  db: Db,
  table: Table,
  rows: ExpiredRows<keyof Schema[Table] & string>,
): Promise<void> {
  return inBatches((limit) => deleteBatch(db, table, rows, limit))
}

async function deleteBatch(
  db: Db,
  table: string,
  { key, due, through }: ExpiredRows<string>,
  limit: number,
): Promise<number> {
  const tables = db.withTables<Record<string, Record<string, number | string>>>()
  const { numDeletedRows } = await tables
    .deleteFrom(table)
    .where(key, 'in', (rows) =>
      rows.selectFrom(table).select(key).where(due, '<=', through).orderBy(due).limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

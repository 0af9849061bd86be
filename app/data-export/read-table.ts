import type { Db } from '#app/platform/db/connect.ts'
import type { ExportedTable } from '#app/platform/feature.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

const batchSize = 500

type ColumnValue = string | number | null
type DynamicTables = Record<string, Record<string, ColumnValue>>

/** Streams the account's rows of one table as a JSON array, in batches. */
export async function* readTable(
  db: Db,
  table: string,
  { columns, ownerColumn, orderColumn }: ExportedTable,
  userId: string,
): AsyncGenerator<string> {
  const query = db
    .withTables<DynamicTables>()
    .selectFrom(table)
    .select([...new Set([orderColumn, ...columns])])
    .where(ownerColumn, '=', userId)
    .orderBy(orderColumn)
    .limit(batchSize)

  const after = (last: Record<string, ColumnValue>) =>
    query.where(orderColumn, '>', last[orderColumn] ?? null)
  let isFirst = true
  yield '['
  for await (const rows of batches(query, after)) {
    for (const row of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(toExportRow(row, columns), null, 2)}`
      isFirst = false
    }
  }
  yield '\n]\n'
}

const jsonColumns = new Set(['data', 'permissions', 'networks', 'transports'])

/** Converts timestamps to ISO 8601 and parses JSON columns. */
function toExportRow(
  row: Record<string, ColumnValue>,
  columns: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column]
      const isTimestamp = /(^|_)at$/.test(column) && typeof value === 'number'
      if (isTimestamp) return [column, toIso(value)]
      const isJson = jsonColumns.has(column) && typeof value === 'string'
      return [column, isJson ? JSON.parse(value) : value]
    }),
  )
}

export async function hasRows(
  db: Db,
  table: string,
  { ownerColumn }: ExportedTable,
  userId: string,
): Promise<boolean> {
  const row = await db
    .withTables<DynamicTables>()
    .selectFrom(table)
    .select(ownerColumn)
    .where(ownerColumn, '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

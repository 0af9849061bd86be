import type { Exported } from '#app/belongings.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { moment } from '#app/platform/moment.ts'

const atOnce = 500

type Value = string | number | null
type Tables = Record<string, Record<string, Value>>

/** What an account owns in one table, as a JSON list in pieces, however long it is. */
export async function* readBelongings(
  db: Db,
  table: string,
  { columns, owner, order }: Exported,
  userId: string,
): AsyncGenerator<string> {
  const query = db
    .withTables<Tables>()
    .selectFrom(table)
    .select([...new Set([order, ...columns])])
    .where(owner, '=', userId)
    .orderBy(order)
    .limit(atOnce)

  let last: Value = null
  let isFirst = true
  yield '['
  for (;;) {
    const rows: Record<string, Value>[] = await (
      last === null ? query : query.where(order, '>', last)
    ).execute()
    for (const row of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(readable(row, columns), null, 2)}`
      isFirst = false
    }
    if (rows.length < atOnce) break
    last = rows.at(-1)?.[order] ?? null
  }
  yield '\n]\n'
}

const keptAsJson = new Set(['data', 'permissions', 'networks', 'transports'])

/** Moments as people write them, and what is stored as JSON as what it says. */
function readable(row: Record<string, Value>, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column]
      const isMoment = /(^|_)at$/.test(column) && typeof value === 'number'
      if (isMoment) return [column, moment(value)]
      const isJson = keptAsJson.has(column) && typeof value === 'string'
      return [column, isJson ? JSON.parse(value) : value]
    }),
  )
}

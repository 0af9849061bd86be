import type { AppKeys } from '#app/platform/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { type Keyring, keyring } from '#app/platform/keys.ts'
import { type SealedColumn, sealedColumns } from '#app/platform/sealed-columns.ts'

const atOnce = 200

export interface SealedCount {
  /** Sealed with the present key. */
  present: number
  /** Sealed with a previous key; sealed anew if asked for. */
  previous: number
  /** No key we have opens them. */
  lost: number
}

/**
 * Looks at every sealed value and, if asked, seals what a previous key has sealed with the present one. It can be broken
 * off at any moment and run again: what is done is done. A value that someone changes meanwhile is left to them.
 */
export async function reseal(
  db: Db,
  keys: AppKeys,
  { isDryRun }: { isDryRun: boolean },
): Promise<SealedCount> {
  const present = keyring({ current: keys.current, previous: [] })
  const all = keyring(keys)
  const count: SealedCount = { present: 0, previous: 0, lost: 0 }

  for (const column of sealedColumns) {
    let last = ''
    for (
      let rows = await page(db, column, last);
      rows.length > 0;
      rows = await page(db, column, last)
    ) {
      for (const row of rows) count[await look(db, column, row, { present, all, isDryRun })]++
      last = rows.at(-1)?.id ?? ''
    }
  }
  return count
}

/** Names of tables and columns come from our own list, and Kysely writes them as names. */
type SealedTables = Record<string, Record<string, string>>

interface Row {
  id: string
  sealed: string
}

async function page(db: Db, { table, column, bound }: SealedColumn, after: string): Promise<Row[]> {
  return db
    .$pickTables<never>()
    .withTables<SealedTables>()
    .selectFrom(table)
    .select([`${bound} as id`, `${column} as sealed`])
    .where(column, 'is not', null)
    .where(bound, '>', after)
    .orderBy(bound)
    .limit(atOnce)
    .execute()
}

interface Look {
  present: Keyring
  all: Keyring
  isDryRun: boolean
}

async function look(
  db: Db,
  at: SealedColumn,
  { id, sealed }: Row,
  { present, all, isDryRun }: Look,
) {
  if (present.open(at.purpose, sealed, id) !== null) return 'present'
  const text = all.open(at.purpose, sealed, id)
  if (text === null) return 'lost'
  if (isDryRun) return 'previous'
  await db
    .$pickTables<never>()
    .withTables<SealedTables>()
    .updateTable(at.table)
    .set({ [at.column]: all.seal(at.purpose, text, id) })
    .where(at.bound, '=', id)
    .where(at.column, '=', sealed)
    .execute()
  return 'previous'
}

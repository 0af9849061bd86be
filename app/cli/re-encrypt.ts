import type { AppKeys } from '#app/platform/config/config.ts'
import { type EncryptedColumn, encryptedColumns } from '#app/platform/crypto/encrypted-columns.ts'
import { type Keyring, createKeyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'

const batchSize = 200

export interface ReEncryptionCount {
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
export async function reEncrypt(
  db: Db,
  keys: AppKeys,
  { isDryRun }: { isDryRun: boolean },
): Promise<ReEncryptionCount> {
  const present = createKeyring({ current: keys.current, previous: [] })
  const allKeys = createKeyring(keys)
  const count: ReEncryptionCount = { present: 0, previous: 0, lost: 0 }

  for (const column of encryptedColumns) {
    let last = ''
    for (
      let rows = await readEncryptedRows(db, column, last);
      rows.length > 0;
      rows = await readEncryptedRows(db, column, last)
    ) {
      for (const row of rows)
        count[await reEncryptRow(db, column, row, { present, allKeys, isDryRun })]++
      last = rows.at(-1)?.id ?? ''
    }
  }
  return count
}

/** Names of tables and columns come from our own list, and Kysely writes them as names. */
type DynamicTables = Record<string, Record<string, string>>

interface EncryptedRow {
  id: string
  sealed: string
}

async function readEncryptedRows(
  db: Db,
  { table, column, idColumn }: EncryptedColumn,
  after: string,
): Promise<EncryptedRow[]> {
  return db
    .$pickTables<never>()
    .withTables<DynamicTables>()
    .selectFrom(table)
    .select([`${idColumn} as id`, `${column} as sealed`])
    .where(column, 'is not', null)
    .where(idColumn, '>', after)
    .orderBy(idColumn)
    .limit(batchSize)
    .execute()
}

interface ReEncryptOptions {
  present: Keyring
  allKeys: Keyring
  isDryRun: boolean
}

async function reEncryptRow(
  db: Db,
  target: EncryptedColumn,
  { id, sealed }: EncryptedRow,
  { present, allKeys, isDryRun }: ReEncryptOptions,
) {
  if (present.decrypt(target.purpose, sealed, id) !== null) return 'present'
  const text = allKeys.decrypt(target.purpose, sealed, id)
  if (text === null) return 'lost'
  if (isDryRun) return 'previous'
  await db
    .$pickTables<never>()
    .withTables<DynamicTables>()
    .updateTable(target.table)
    .set({ [target.column]: allKeys.encrypt(target.purpose, text, id) })
    .where(target.idColumn, '=', id)
    .where(target.column, '=', sealed)
    .execute()
  return 'previous'
}

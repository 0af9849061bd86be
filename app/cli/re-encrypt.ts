import { features } from '#app/features.ts'
import type { AppKeys } from '#app/platform/config/config.ts'
import {
  type EncryptedColumn,
  coreEncryptedColumns,
} from '#app/platform/crypto/encrypted-columns.ts'
import { type Keyring, createKeyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { batches } from '#app/platform/lib/batches.ts'

const batchSize = 200

export const encryptedColumns = [
  ...coreEncryptedColumns,
  ...features.flatMap((feature) => feature.encryptedColumns ?? []),
]

export interface ReEncryptionCount {
  /** Encrypted with the current key. */
  present: number
  /** Encrypted with a previous key or not at all, and re-encrypted unless `isDryRun`. */
  previous: number
  /** No key decrypts them. */
  lost: number
}

/**
 * Re-encrypts values of previous keys with the current key, or only counts them (`isDryRun`). Can be interrupted and run
 * again. Skips values that change concurrently.
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
    const encrypted = encryptedRows(db, column)
    const after = ({ id }: EncryptedRow) => encrypted.where(column.idColumn, '>', id)
    for await (const rows of batches(encrypted, after)) {
      for (const row of rows)
        count[await reEncryptRow(db, column, row, { present, allKeys, isDryRun })]++
    }
  }
  return count
}

/** Table and column names come from `encryptedColumns`, and Kysely quotes them. */
type DynamicTables = Record<string, Record<string, string>>

interface EncryptedRow {
  id: string
  ciphertext: string
}

function encryptedRows(db: Db, { table, column, idColumn }: EncryptedColumn) {
  return db
    .$pickTables<never>()
    .withTables<DynamicTables>()
    .selectFrom(table)
    .select([`${idColumn} as id`, `${column} as ciphertext`])
    .where(column, 'is not', null)
    .orderBy(idColumn)
    .limit(batchSize)
}

interface ReEncryptOptions {
  present: Keyring
  allKeys: Keyring
  isDryRun: boolean
}

async function reEncryptRow(
  db: Db,
  target: EncryptedColumn,
  { id, ciphertext }: EncryptedRow,
  { present, allKeys, isDryRun }: ReEncryptOptions,
) {
  if (present.decrypt(target.purpose, ciphertext, id) !== null) return 'present'
  const plaintext = target.isPlaintext?.(ciphertext)
    ? ciphertext
    : allKeys.decrypt(target.purpose, ciphertext, id)
  if (plaintext === null) return 'lost'
  if (isDryRun) return 'previous'
  await db
    .$pickTables<never>()
    .withTables<DynamicTables>()
    .updateTable(target.table)
    .set({ [target.column]: allKeys.encrypt(target.purpose, plaintext, id) })
    .where(target.idColumn, '=', id)
    .where(target.column, '=', ciphertext)
    .execute()
  return 'previous'
}

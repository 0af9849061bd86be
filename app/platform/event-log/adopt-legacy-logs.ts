import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { withStorageErrors } from '#app/platform/config/app-keys.ts'
import { accountBatches } from '#app/platform/db/account-batches.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { nullIfMissing } from '#app/platform/lib/null-if-missing.ts'

import type { BaselineSource } from './account-baseline.ts'
import { adoptLegacyLog } from './record-event.ts'

const chainMigration = '011-chain'
const unfinished = 'unfinished'

interface LegacyAdoption {
  /** The migrations that this process has just applied. */
  applied: readonly string[]
  storageDir: string
  now: number
  features: readonly BaselineSource[]
}

/**
 * Chains logs from before the hash chain, once: where the process applied the migration that adds the chain, or continues after a
 * crash. Neither an SQL write nor an empty storage folder can repeat it.
 *
 * @throws ConfigError when the storage folder cannot be used
 */
export async function adoptLegacyLogs(
  db: Db,
  { applied, storageDir, now, features }: LegacyAdoption,
): Promise<void> {
  const markerFile = join(storageDir, 'records-began')
  const writeMarker = (text: string) =>
    withStorageErrors(() => writeFileSync(markerFile, `${text}\n`, { mode: 0o600 }))
  const marker = withStorageErrors(() => readMarker(markerFile))
  if (marker === null && applied.includes(chainMigration)) writeMarker(unfinished)
  else if (marker !== unfinished) return
  // A server of the previous version may create accounts behind the walk, so it repeats until it finds none.
  let adopted = 0
  do {
    adopted = 0
    for await (const accounts of accountsWithoutLogHead(db)) {
      for (const { id } of accounts)
        await inTransaction(db, (tx) => adoptLegacyLog(tx, id, now, features))
      adopted += accounts.length
    }
  } while (adopted > 0)
  writeMarker(toIso(now))
}

function readMarker(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    return nullIfMissing(error)
  }
}

function accountsWithoutLogHead(db: Db) {
  return accountBatches(db, (accounts) =>
    accounts.select('users.id').where('record_head', 'is', null),
  )
}

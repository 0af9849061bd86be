import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { accountBatches } from '#app/platform/db/account-batches.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { BaselineSource } from './account-baseline.ts'
import { adoptLegacyLog } from './record-event.ts'

interface LegacyAdoption {
  storageDir: string
  now: number
  features: readonly BaselineSource[]
}

/** Chains logs from before the hash chain, once. The marker file is outside the database, so that an SQL write cannot repeat it. */
export async function adoptLegacyLogs(
  db: Db,
  { storageDir, now, features }: LegacyAdoption,
): Promise<void> {
  const markerFile = join(storageDir, 'records-began')
  if (existsSync(markerFile)) return
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
  writeFileSync(markerFile, `${toIso(now)}\n`, { mode: 0o600 })
}

function accountsWithoutLogHead(db: Db) {
  return accountBatches(db, (accounts) =>
    accounts.select('users.id').where('record_head', 'is', null),
  )
}

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

const unfinished = 'unfinished'

interface LegacyAdoption {
  /** The migrations that this process has just applied. */
  applied: readonly string[]
  storageDir: string
  now: number
  features: readonly (BaselineSource & { logAdoption?: LogAdoption })[]
}

/** Work on the logs of the version before, once after an upgrade. */
export interface LogAdoption {
  migration: string
  /** Name of the file that marks its end. */
  marker: string
  /** Continues where it was interrupted. */
  run(db: Db, now: number): Promise<void>
}

/**
 * Completes the logs of earlier versions, once: where the process applied the migration that asks for it, or continues after a
 * crash. Neither an SQL write nor an empty storage folder can repeat it.
 *
 * @throws ConfigError when the storage folder cannot be used
 */
export async function adoptLegacyLogs(
  db: Db,
  { applied, storageDir, now, features }: LegacyAdoption,
): Promise<void> {
  const chaining: LogAdoption = {
    migration: '011-chain',
    marker: 'records-began',
    run: () => chainLegacyLogs(db, now, features),
  }
  for (const adoption of [chaining, ...features.flatMap(({ logAdoption }) => logAdoption ?? [])]) {
    const file = join(storageDir, adoption.marker)
    if (startsOrContinues(file, applied.includes(adoption.migration))) {
      await adoption.run(db, now)
      writeMarker(file, toIso(now))
    }
  }
}

function startsOrContinues(file: string, isApplied: boolean): boolean {
  const marker = withStorageErrors(() => readMarker(file))
  const starts = marker === null && isApplied
  if (starts) writeMarker(file, unfinished)
  return starts || marker === unfinished
}

function writeMarker(file: string, text: string): void {
  withStorageErrors(() => writeFileSync(file, `${text}\n`, { mode: 0o600 }))
}

/** A server of the previous version may create accounts behind the walk, so it repeats until it finds none. */
async function chainLegacyLogs(
  db: Db,
  now: number,
  features: readonly BaselineSource[],
): Promise<void> {
  let adopted = 0
  do {
    adopted = 0
    for await (const accounts of accountsWithoutLogHead(db)) {
      for (const { id } of accounts)
        await inTransaction(db, (tx) => adoptLegacyLog(tx, id, now, features))
      adopted += accounts.length
    }
  } while (adopted > 0)
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

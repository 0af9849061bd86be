import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Db } from './db/connect.ts'
import { inTransaction } from './db/in-transaction.ts'
import { moment } from './moment.ts'
import { beginRecord } from './record.ts'

const atOnce = 200

/**
 * Takes the records of accounts from before the chain into it: once, at the first start with the version that has one.
 * That it was done stands outside the database, so that nobody who can write there can have it done again.
 */
export async function beginRecords(db: Db, storageDir: string, now: number): Promise<void> {
  const mark = join(storageDir, 'records-began')
  if (existsSync(mark)) return
  for (let older = await unchained(db); older.length > 0; older = await unchained(db)) {
    for (const { id } of older) await inTransaction(db, (tx) => beginRecord(tx, id, now))
  }
  writeFileSync(mark, `${moment(now)}\n`, { mode: 0o600 })
}

function unchained(db: Db) {
  return db
    .selectFrom('users')
    .select('id')
    .where('record_head', 'is', null)
    .orderBy('id')
    .limit(atOnce)
    .execute()
}

import { sql } from 'kysely'

import type { Database } from './connect.ts'

/**
 * What SQLite keeps for us in the head of the file (user version) while a server uses it. Whoever finds it in a file without
 * its log beside it knows that the file was copied alone, in the middle.
 */
export const dirtyFlag = 1

export async function setDirtyFlag({ db, dialect }: Database): Promise<void> {
  if (dialect !== 'sqlite') return
  await sql`PRAGMA user_version = 1`.execute(db)
  // From the log into the file itself.
  await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(db)
}

/** Before the last connection is closed, which moves the whole log into the file. */
export async function clearDirtyFlag({ db, dialect }: Database): Promise<void> {
  if (dialect === 'sqlite') await sql`PRAGMA user_version = 0`.execute(db)
}

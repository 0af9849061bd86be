import { sql } from 'kysely'

import type { Database, Db } from './connect.ts'

/** SQLite's `user_version` while a server uses the file. In a file without a WAL it means: copied alone while in use. */
export const dirtyFlag = 1

export async function setDirtyFlag({ db, dialect }: Database): Promise<void> {
  if (dialect !== 'sqlite' || (await isSet(db))) return
  await sql`PRAGMA user_version = 1`.execute(db)
  // Copies the flag from the log into the file itself.
  await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(db)
}

/** Call before closing the last connection, which moves the whole log into the file. */
export async function clearDirtyFlag({ db, dialect }: Database): Promise<void> {
  if (dialect === 'sqlite') await sql`PRAGMA user_version = 0`.execute(db)
}

async function isSet(db: Db): Promise<boolean> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(db)
  return rows[0]?.user_version === dirtyFlag
}

import type { Db } from '#app/platform/db/connect.ts'
import { NotFound } from '#app/platform/errors.ts'
import type { EventLog, StoredLogHead } from '#app/platform/event-log/log-store.ts'

/** @throws NotFound */
export async function readLogHead(db: Db, { store, id }: EventLog): Promise<StoredLogHead> {
  const head = await store.head(db, id)
  if (!head) throw new NotFound()
  return head
}

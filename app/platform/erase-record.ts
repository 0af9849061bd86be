import { signErasure } from './chain.ts'
import type { Db, Tx } from './db/connect.ts'
import { day } from './durations.ts'
import { recordKey } from './record-keys.ts'

/**
 * How long it is known that an account was erased, so that it is not taken for lost when the records are compared with a
 * checkpoint from before.
 */
const knownMs = 35 * day

/** Opens the door through which an account's record goes with it. The database lets no event go otherwise. */
export async function letRecordGo(tx: Tx, account: string, erasedAt: number): Promise<void> {
  const signature = signErasure(recordKey(tx), { account, erasedAt })
  await tx
    .insertInto('erased_records')
    .values({ id: account, erased_at: erasedAt, signature })
    .execute()
}

export async function forgetErasures(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('erased_records')
    .where('erased_at', '<', now - knownMs)
    .execute()
}

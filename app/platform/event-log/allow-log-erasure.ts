import type { Db, Tx } from '#app/platform/db/connect.ts'
import { day } from '#app/platform/lib/durations.ts'

import { signErasure } from './hash-chain.ts'
import { currentSigningKey } from './signing-keys.ts'

/**
 * How long it is known that an account was erased, so that it is not taken for lost when the records are compared with a
 * checkpoint from before.
 */
const erasureRetentionMs = 35 * day

/** Opens the door through which an account's record goes with it. The database lets no event go otherwise. */
export async function allowLogErasure(tx: Tx, account: string, erasedAt: number): Promise<void> {
  const signature = signErasure(currentSigningKey(tx), { account, erasedAt })
  await tx
    .insertInto('erased_records')
    .values({ id: account, erased_at: erasedAt, signature })
    .execute()
}

export async function pruneErasures(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('erased_records')
    .where('erased_at', '<', now - erasureRetentionMs)
    .execute()
}

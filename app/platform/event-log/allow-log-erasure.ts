import type { Tx } from '#app/platform/db/connect.ts'

import { signErasure } from './hash-chain.ts'
import { currentSigningKey } from './signing-keys.ts'

/** Allows deleting the events of this account or team together with it. Triggers reject every other DELETE. */
export async function allowLogErasure(tx: Tx, account: string, erasedAt: number): Promise<void> {
  const signature = signErasure(currentSigningKey(tx), { logId: account, erasedAt })
  await tx
    .insertInto('erased_records')
    .values({ id: account, erased_at: erasedAt, signature })
    .execute()
}

import type { Tx } from '#app/platform/db/connect.ts'
import { AccountLocked } from '#app/platform/errors.ts'

/** @throws Locked when the operator lets nobody into the account */
export async function requireUnlocked(tx: Tx, userId: string): Promise<void> {
  const { locked_at } = await tx
    .selectFrom('users')
    .select('locked_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (locked_at !== null) throw new AccountLocked()
}

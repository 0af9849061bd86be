import { features } from '#app/features.ts'
import type { Tx } from '#app/platform/db/connect.ts'

/** Locks rows that must be locked before the account's row; see the lock order at `lockAccountRow`. */
export async function lockRowsBeforeAccount(tx: Tx, userId: string): Promise<void> {
  for (const feature of features) await feature.lockRowsBeforeAccount?.(tx, userId)
}

import { features } from '#app/features.ts'
import type { Tx } from '#app/platform/db/connect.ts'

/** Locks what has to be locked before the row of an account that is deleted, or may be: see `lockAccountRow`. */
export async function lockBeforeAccount(tx: Tx, userId: string): Promise<void> {
  for (const feature of features) await feature.lockBeforeAccount?.(tx, userId)
}

import { features } from '#app/features.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import type { RevocationReason } from '#app/platform/feature.ts'

/** @returns whether there was any */
export async function revokeApiAccess(
  tx: Tx,
  actor: Actor,
  reason: RevocationReason,
): Promise<boolean> {
  let revoked = 0
  for (const { access } of features) revoked += (await access?.revokeAll(tx, actor, reason)) ?? 0
  return revoked > 0
}

import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

/**
 * Takes passkeys from an account that someone else may have been in: who planted one must not come back with it. Of a list,
 * what the account does not have, or no longer, is passed over.
 *
 * @returns the names of those that were removed
 */
export async function removePasskeys(
  tx: Tx,
  actor: Actor,
  passkeyIds: readonly string[] | 'every',
): Promise<string[]> {
  if (passkeyIds.length === 0) return []
  const removed = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', actor.userId)
    .$if(passkeyIds !== 'every', (query) => query.where('id', 'in', passkeyIds))
    .returning(['id', 'name'])
    .execute()
  const sorted = removed.toSorted((a, b) => a.id.localeCompare(b.id))
  for (const { id, name } of sorted) {
    await recordEvent(tx, actor, 'passkey.removed', { passkey: id, name })
  }
  return sorted.map(({ name }) => name)
}

import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { ensureAccountLocked } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { parseUserAgent } from '#app/platform/lib/user-agent.ts'

/** Ends the trust in devices of the account and records it. Ignores unknown ids. @returns how many there were */
export async function untrustDevices(
  tx: Tx,
  actor: Actor,
  ids: readonly string[] | 'every',
): Promise<number> {
  if (ids.length === 0) return 0
  await ensureAccountLocked(tx, actor.userId)
  const removed = await tx
    .deleteFrom('trusted_devices')
    .where('user_id', '=', actor.userId)
    .$if(ids !== 'every', (query) => query.where('id', 'in', ids))
    .returning(['id', 'user_agent'])
    .execute()
  for (const { id, user_agent } of removed.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const { browser, platform } = parseUserAgent(user_agent)
    await recordEvent(tx, actor, 'device.untrusted', { device: id, browser, platform })
  }
  return removed.length
}

import type { AccountEvents } from '#app/events.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

import { expirationData } from './expiration-data.ts'

/**
 * Ends the account's sessions, each on the record.
 *
 * @param exceptSessionId  the one that stays
 * @returns how many there were
 */
export async function endSessions(
  tx: Tx,
  actor: Actor,
  { by, why }: Omit<AccountEvents['session.ended'], 'session'>,
  exceptSessionId: string | null = null,
): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', actor.userId)
    .$if(exceptSessionId !== null, (query) => query.where('id', '!=', exceptSessionId ?? ''))
    .returning(['id', 'expires_at', 'ends_at'])
    .execute()
  for (const { id, ...ends } of ended.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const end = { session: id, by, why, ...expirationData(ends, actor.now) }
    await recordEvent(tx, actor, 'session.ended', end)
  }
  return ended.length
}

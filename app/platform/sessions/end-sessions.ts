import type { AccountEvents } from '#app/account-events.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import type { SessionsTable } from '#app/platform/db/schema.ts'
import { ensureAccountLocked } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { revokeSupportAccess } from './support-sessions.ts'

/**
 * Ends the account's sessions and records each end. An administrator who sees the account sees no more of it.
 *
 * @param exceptSessionId  the session that stays
 * @returns the number of ended sessions
 */
export async function endSessions(
  tx: Tx,
  actor: Actor,
  { by, why }: Omit<AccountEvents['session.ended'], 'session'>,
  exceptSessionId: string | null = null,
): Promise<number> {
  await ensureAccountLocked(tx, actor.userId)
  let query = tx
    .deleteFrom('sessions')
    .where('user_id', '=', actor.userId)
    .returning(['id', 'expires_at', 'ends_at'])
  if (exceptSessionId !== null) query = query.where('id', '!=', exceptSessionId)
  const ended = await query.execute()
  for (const { id, ...ends } of ended.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const end = { session: id, by, why, ...expirationData(ends, actor.now) }
    await recordEvent(tx, actor, 'session.ended', end)
  }
  await revokeSupportAccess(tx, actor)
  return ended.length
}

/** Event data for the end of a session that had already expired before it was ended. */
export function expirationData(
  { expires_at, ends_at }: Pick<SessionsTable, 'expires_at' | 'ends_at'>,
  now: number,
): { ranOutAt?: string } {
  const expiresAt = Math.min(expires_at, ends_at)
  return expiresAt <= now ? { ranOutAt: toIso(expiresAt) } : {}
}

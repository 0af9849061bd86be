import type { AccountEvents } from '#app/account-events.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

import { failedSignInWindowMs } from './limits.ts'

type Reason = AccountEvents['sign-in.refused']['reason']

/** Counts a wrong password in a separate transaction, see `countFailedSignIn`. */
export async function countFailedPassword(
  db: Db,
  userId: string,
  origin: RequestOrigin,
): Promise<void> {
  await inTransaction(db, (tx) => countFailedSignIn(tx, userId, origin, 'password'))
}

/** Counts a failed sign-in in the account's event log. Repeats within 15 minutes become one event with their count. */
export async function countFailedSignIn(
  tx: Tx,
  userId: string,
  origin: RequestOrigin,
  reason: Reason,
): Promise<void> {
  const column = reason === 'password' ? 'refused_count' : 'refused_code_count'
  const counted = await tx
    .updateTable('users')
    .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', userId)
    .returning(['refused_count', 'refused_code_count', 'refused_recorded_at'])
    .executeTakeFirstOrThrow()

  const { refused_recorded_at } = counted
  const isCoalesced =
    refused_recorded_at !== null && origin.now - refused_recorded_at < failedSignInWindowMs
  if (!isCoalesced) await recordFailedSignIns(tx, userId, origin, counted)
}

/** Records the failures counted so far, before the sign-in event. The caller has locked the account row. */
export async function flushFailedSignIns(
  tx: Tx,
  userId: string,
  origin: RequestOrigin,
): Promise<void> {
  const counted = await tx
    .selectFrom('users')
    .select(['refused_count', 'refused_code_count'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (counted.refused_count + counted.refused_code_count > 0) {
    await recordFailedSignIns(tx, userId, origin, counted)
  }
}

async function recordFailedSignIns(
  tx: Tx,
  userId: string,
  origin: RequestOrigin,
  { refused_count, refused_code_count }: { refused_count: number; refused_code_count: number },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ refused_count: 0, refused_code_count: 0, refused_recorded_at: origin.now })
    .where('id', '=', userId)
    .execute()
  const actor = { ...origin, userId, sessionId: null }
  const counts = { password: refused_count, code: refused_code_count }
  for (const reason of ['password', 'code'] as const) {
    const count = counts[reason]
    if (count > 0) await recordEvent(tx, actor, 'sign-in.refused', { reason, count })
  }
}

import { systemActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { inBatches } from '#app/platform/maintenance/in-batches.ts'

import { endedTokenRetentionMs } from './limits.ts'

/** Deletes tokens that ended long ago, and records the end of those that expired. */
export async function pruneApiTokens(db: Db, now: number): Promise<void> {
  const through = now - endedTokenRetentionMs
  for (const due of ['expires_at', 'revoked_at'] as const)
    await inBatches((limit) => pruneBatch(db, now, { due, through, limit }))
}

async function pruneBatch(
  db: Db,
  now: number,
  { due, through, limit }: { due: 'expires_at' | 'revoked_at'; through: number; limit: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom('api_tokens')
      .where('id', 'in', (tokens) =>
        tokens
          .selectFrom('api_tokens')
          .select('id')
          .where(due, '<=', through)
          .orderBy(due)
          .limit(limit),
      )
      .returning(['id', 'user_id', 'name', 'revoked_at'])
      .execute()

    // Locking accounts in a fixed order prevents deadlocks.
    const ended = removed.filter(({ revoked_at }) => revoked_at === null)
    for (const { id, user_id, name } of ended.toSorted((a, b) =>
      a.user_id.localeCompare(b.user_id),
    )) {
      const actor = systemActor(user_id, now)
      const end = { token: id, name, by: 'system', why: 'expired' } as const
      await recordEvent(tx, actor, 'token.revoked', end)
    }
    return removed.length
  })
}

import { systemActor } from '#app/platform/actor.ts'
import type { Database, Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { erasureRetentionMs } from '#app/platform/event-log/limits.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { Feature } from '#app/platform/feature.ts'
import { day } from '#app/platform/lib/durations.ts'
import { expirationData } from '#app/platform/sessions/end-sessions.ts'

import { deleteExpired } from './delete-expired.ts'
import { inBatches } from './in-batches.ts'
import { deadJobRetentionMs, broadcastRetentionMs, knownDeviceRetentionMs } from './limits.ts'

/** Deletes expired rows of all kinds and records the end of sessions. Safe to run concurrently. */
export async function pruneExpired(
  { db }: Pick<Database, 'db'>,
  now: number,
  features: readonly Pick<Feature, 'prune'>[],
): Promise<void> {
  const expired = { key: 'id', due: 'expires_at', through: now } as const
  await deleteExpired(db, 'one_time_tokens', expired)
  await deleteExpired(db, 'mailed_codes', expired)
  await expireSessions({ db }, now)
  for (const { prune } of features) await prune?.(db, now)
  await deleteExpired(db, 'jobs', { key: 'id', due: 'dead_at', through: now - deadJobRetentionMs })
  await pruneKnownDevices(db, now)
  const erased = { key: 'id', due: 'erased_at', through: now - erasureRetentionMs } as const
  await deleteExpired(db, 'erased_records', erased)
  // Leases of servers that are gone.
  const left = { key: 'name', due: 'leased_until', through: now - day } as const
  await deleteExpired(db, 'task_leases', left)
  const unsent = { key: 'id', due: 'created_at', through: now - broadcastRetentionMs } as const
  await deleteExpired(db, 'broadcasts', unsent)
}

/** Deletes expired sessions. They are invalid anyway; recording their end updates open pages and closes their sockets. */
export async function expireSessions({ db }: Pick<Database, 'db'>, now: number): Promise<void> {
  // One condition at a time: with both, SQLite would read all sessions.
  for (const due of ['expires_at', 'ends_at'] as const)
    await inBatches((limit) => pruneSessions(db, { due, now, limit }))
}

async function pruneSessions(
  db: Db,
  { due, now, limit }: { due: 'expires_at' | 'ends_at'; now: number; limit: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', 'in', (sessions) =>
        sessions
          .selectFrom('sessions')
          .select('id')
          .where(due, '<=', now)
          .orderBy(due)
          .limit(limit),
      )
      .returning(['id', 'user_id', 'expires_at', 'ends_at'])
      .execute()

    for (const { id, user_id, ...ends } of ended.toSorted(byAccount)) {
      const actor = systemActor(user_id, now)
      const end = {
        session: id,
        by: 'system',
        why: 'expired',
        ...expirationData(ends, now),
      } as const
      await recordEvent(tx, actor, 'session.ended', end)
    }
    return ended.length
  })
}

/** Locking accounts in a fixed order prevents deadlocks. */
function byAccount(a: { user_id: string }, b: { user_id: string }): number {
  return a.user_id.localeCompare(b.user_id)
}

function pruneKnownDevices(db: Db, now: number): Promise<void> {
  return inBatches(async (limit) => {
    const { numDeletedRows } = await db
      .deleteFrom('known_devices')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('user_id', 'device_hash'),
          'in',
          selectFrom('known_devices')
            .select(['user_id', 'device_hash'])
            .where('last_seen_at', '<=', now - knownDeviceRetentionMs)
            .orderBy('last_seen_at')
            .limit(limit)
            .$asTuple('user_id', 'device_hash'),
        ),
      )
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}

import { systemActor } from '#app/platform/actor.ts'
import { pruneMailedCodes } from '#app/platform/auth/mailed-codes.ts'
import { pruneTokens } from '#app/platform/auth/one-time-tokens.ts'
import type { Database, Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { pruneErasures } from '#app/platform/event-log/allow-log-erasure.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { Feature } from '#app/platform/feature.ts'
import { expirationData } from '#app/platform/sessions/end-sessions.ts'

import { deadJobRetentionMs, broadcastRetentionMs, knownDeviceRetentionMs } from './limits.ts'

const batchSize = 200

/** Deletes expired rows of all kinds and records the end of sessions. Safe to run concurrently. */
export async function pruneExpired(
  { db }: Pick<Database, 'db'>,
  now: number,
  features: readonly Pick<Feature, 'prune'>[],
): Promise<void> {
  while ((await pruneTokens(db, now, batchSize)) === batchSize);
  await pruneMailedCodes(db, now)
  await expireSessions({ db }, now)
  for (const { prune } of features) await prune?.(db, now)
  await pruneDeadJobs(db, now)
  await pruneKnownDevices(db, now)
  await pruneErasures(db, now)
  await pruneBroadcasts(db, now)
}

/** Deletes expired sessions. They are invalid anyway; recording their end updates open pages and closes their sockets. */
export async function expireSessions({ db }: Pick<Database, 'db'>, now: number): Promise<void> {
  while ((await pruneSessions(db, now)) === batchSize);
}

async function pruneSessions(db: Db, now: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', 'in', (sessions) =>
        sessions
          .selectFrom('sessions')
          .select('id')
          .where((it) => it.or([it('expires_at', '<=', now), it('ends_at', '<=', now)]))
          .orderBy('id')
          .limit(batchSize),
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

async function pruneDeadJobs(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('dead_at', '<', now - deadJobRetentionMs)
    .execute()
}

async function pruneKnownDevices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('last_seen_at', '<', now - knownDeviceRetentionMs)
    .execute()
}

async function pruneBroadcasts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('broadcasts')
    .where('created_at', '<', now - broadcastRetentionMs)
    .execute()
}

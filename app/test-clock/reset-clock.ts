import { features } from '#app/features.ts'
import { systemActor } from '#app/platform/actor.ts'
import type { AdjustableClock } from '#app/platform/clock/adjustable-clock.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { SessionTimes } from '#app/platform/config/security-settings.ts'
import type { Database, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { leaseMs } from '#app/platform/jobs/limits.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { idleExpiry } from '#app/platform/sessions/idle-expiry.ts'

/**
 * Resets the clock to real time. Data that expired meanwhile stays expired, and sessions started in the future end; those
 * only used there count as used now. Jobs that were due are rescheduled to now.
 */
export async function resetClock(
  { database, config }: { database: Database; config: Pick<Config, 'sessionLengths'> },
  clock: AdjustableClock,
): Promise<void> {
  const clockTime = clock.now()
  const now = clockTime - clock.offsetMs
  await pruneExpired(database, clockTime, features)
  await inTransaction(database.db, async (tx) => {
    await endFutureSessions(tx, { now, clockTime })
    await resetSessionTimes(tx, config.sessionLengths, now)
    await resetJobTimes(tx, { now, clockTime })
  })
  clock.offsetMs = 0
}

interface Times {
  now: number
  /** The adjusted time before the reset. */
  clockTime: number
}

async function endFutureSessions(tx: Tx, { now, clockTime }: Times): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('created_at', '>', now)
    .returning(['id', 'user_id'])
    .execute()
  // Accounts are always locked in the same order, to avoid deadlocks.
  for (const { id, user_id } of ended.toSorted((a, b) => a.user_id.localeCompare(b.user_id))) {
    const actor = systemActor(user_id, clockTime)
    await recordEvent(tx, actor, 'session.ended', { session: id, by: 'system', why: 'expired' })
  }
}

async function resetSessionTimes(tx: Tx, lengths: SessionTimes, now: number): Promise<void> {
  for (const remembered of [0, 1]) {
    await tx
      .updateTable('sessions')
      .set({ last_active_at: now, expires_at: idleExpiry(lengths, remembered === 1, now) })
      .where('last_active_at', '>', now)
      .where('remembered', '=', remembered)
      .execute()
  }
}

async function resetJobTimes(tx: Tx, { now, clockTime }: Times): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ run_at: now })
    .where('run_at', '>', now)
    .where(({ eb, or, and }) =>
      or([
        eb('attempts', '>', 0),
        and([eb('created_at', '>', now), eb('run_at', '<=', clockTime)]),
      ]),
    )
    .execute()
  await tx
    .updateTable('jobs')
    .set({ locked_until: now + leaseMs })
    .where('locked_until', '>', now + leaseMs)
    .execute()
}

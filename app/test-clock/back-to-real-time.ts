import type { Database, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { leaseMs } from '#app/platform/jobs/lease.ts'
import type { MovableClock } from '#app/platform/movable-clock.ts'
import { prune } from '#app/platform/prune.ts'
import { record } from '#app/platform/record.ts'
import { idleEnd } from '#app/platform/sessions.ts'

/**
 * Sets the clock to real time. What ran out while it was ahead stays so, and sessions that were begun there end; those
 * that were only used there go on as if used just now. What was due is not put off for as long as the clock was ahead.
 */
export async function backToRealTime(database: Database, clock: MovableClock): Promise<void> {
  const later = clock.now()
  const now = later - clock.aheadMs
  await prune(database, later)
  await inTransaction(database.db, async (tx) => {
    await endSessionsOfLater(tx, { now, later })
    await calmSessions(tx, now)
    await calmJobs(tx, { now, later })
  })
  clock.aheadMs = 0
}

interface Times {
  now: number
  /** What the clock said while it was ahead. */
  later: number
}

async function endSessionsOfLater(tx: Tx, { now, later }: Times): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('created_at', '>', now)
    .returning(['id', 'user_id'])
    .execute()
  // Everyone locks accounts in the same order.
  for (const { id, user_id } of ended.toSorted((a, b) => a.user_id.localeCompare(b.user_id))) {
    const account = { userId: user_id, sessionId: null, ip: null, userAgent: null, now: later }
    await record(tx, account, 'session.ended', { session: id, by: 'system', why: 'expired' })
  }
}

async function calmSessions(tx: Tx, now: number): Promise<void> {
  for (const remembered of [0, 1]) {
    await tx
      .updateTable('sessions')
      .set({ last_active_at: now, expires_at: idleEnd(remembered === 1, now) })
      .where('last_active_at', '>', now)
      .where('remembered', '=', remembered)
      .execute()
  }
}

async function calmJobs(tx: Tx, { now, later }: Times): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ run_at: now })
    .where('run_at', '>', now)
    .where((it) =>
      it.or([
        it('attempts', '>', 0),
        it.and([it('created_at', '>', now), it('run_at', '<=', later)]),
      ]),
    )
    .execute()
  await tx
    .updateTable('jobs')
    .set({ locked_until: now + leaseMs })
    .where('locked_until', '>', now + leaseMs)
    .execute()
}

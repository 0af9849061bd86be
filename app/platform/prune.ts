import type { Database, Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { day } from '#app/platform/durations.ts'
import { forgetErasures } from '#app/platform/erase-record.ts'
import { pruneTokens } from '#app/platform/one-time-tokens.ts'
import { ranOut } from '#app/platform/ran-out.ts'
import { record } from '#app/platform/record.ts'

const atOnce = 200
/** How long an API token that ended or was revoked can still be looked at. */
const oldTokensMs = 90 * day
/** How long the operator can look at a job that was given up. */
const deadJobsMs = 30 * day
/** What could not be told for so long is no news. */
const oldBroadcastsMs = day
/** As long as browsers keep the cookie that names them. */
const oldDevicesMs = 400 * day

/** Removes what has run out, and writes down that sessions ended. Any process may do it at any time. */
export async function prune({ db }: Pick<Database, 'db'>, now: number): Promise<void> {
  while ((await pruneTokens(db, now, atOnce)) === atOnce);
  while ((await pruneChallenges(db, now)) === atOnce);
  await endRunOutSessions({ db }, now)
  await pruneTwoFactor(db, now)
  while ((await pruneApiTokens(db, now)) === atOnce);
  await forgetDeadJobs(db, now)
  await forgetOldDevices(db, now)
  await forgetErasures(db, now)
  await forgetOldBroadcasts(db, now)
}

/** Sessions that have run out open nothing any more; this tells the pages that still show something, and closes their sockets. */
export async function endRunOutSessions({ db }: Pick<Database, 'db'>, now: number): Promise<void> {
  while ((await pruneSessions(db, now)) === atOnce);
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
          .limit(atOnce),
      )
      .returning(['id', 'user_id', 'expires_at', 'ends_at'])
      .execute()

    for (const { id, user_id, ...ends } of ended.toSorted(byAccount)) {
      const account = { userId: user_id, sessionId: null, ip: null, userAgent: null, now }
      const end = { session: id, by: 'system', why: 'expired', ...ranOut(ends, now) } as const
      await record(tx, account, 'session.ended', end)
    }
    return ended.length
  })
}

/** A challenge that has run out is refused without looking whether it was answered. */
async function pruneChallenges(db: Db, now: number): Promise<number> {
  const removed = await db
    .deleteFrom('webauthn_challenges')
    .where('challenge_hash', 'in', (challenges) =>
      challenges
        .selectFrom('webauthn_challenges')
        .select('challenge_hash')
        .where('expires_at', '<=', now)
        .orderBy('challenge_hash')
        .limit(atOnce),
    )
    .returning('challenge_hash')
    .execute()
  return removed.length
}

/** Challenges nobody answered and set-ups nobody finished. */
async function pruneTwoFactor(db: Db, now: number): Promise<void> {
  for (const table of ['two_factor_challenges', 'two_factor_setups'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
}

async function pruneApiTokens(db: Db, now: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom('api_tokens')
      .where('id', 'in', (tokens) =>
        tokens
          .selectFrom('api_tokens')
          .select('id')
          .where((it) =>
            it.or([
              it('expires_at', '<', now - oldTokensMs),
              it('revoked_at', '<', now - oldTokensMs),
            ]),
          )
          .orderBy('id')
          .limit(atOnce),
      )
      .returning(['id', 'user_id', 'name', 'revoked_at'])
      .execute()

    const ended = removed.filter(({ revoked_at }) => revoked_at === null)
    for (const { id, user_id, name } of ended.toSorted(byAccount)) {
      const account = { userId: user_id, sessionId: null, ip: null, userAgent: null, now }
      const end = { token: id, name, by: 'system', why: 'expired' } as const
      await record(tx, account, 'token.revoked', end)
    }
    return removed.length
  })
}

/** Everyone locks accounts in the same order. */
function byAccount(a: { user_id: string }, b: { user_id: string }): number {
  return a.user_id.localeCompare(b.user_id)
}

async function forgetDeadJobs(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('dead_at', '<', now - deadJobsMs)
    .execute()
}

async function forgetOldDevices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('last_seen_at', '<', now - oldDevicesMs)
    .execute()
}

async function forgetOldBroadcasts(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('broadcasts')
    .where('created_at', '<', now - oldBroadcastsMs)
    .execute()
}

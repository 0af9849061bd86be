import type { AccountEvents } from '#app/account-events.ts'
import type { Actor, SessionActor } from '#app/platform/actor.ts'
import { hashSecret, newSecret, secretLength } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { AccountLocked, NotSignedIn } from '#app/platform/errors.ts'
import { ensureAccountLocked } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { whenReady, type MaybePromise } from '#app/platform/lib/maybe-promise.ts'
import { memoize } from '#app/platform/lib/memoize.ts'

import { currentUserColumns } from './current-user-columns.ts'
import { expirationData } from './end-sessions.ts'
import { secretCacheMs } from './limits.ts'
import { supportColumns } from './support-sessions.ts'

export type CurrentSession = Awaited<ReturnType<typeof sessionBySecret>>[number]

/** Returns the live session for a cookie's secret, with its user; undefined when there is none. */
export function findSession(
  db: Db,
  secret: string,
  now: number,
): MaybePromise<CurrentSession | undefined> {
  if (secret.length !== secretLength) return undefined
  return whenReady(sessionBySecret(db, { tokenHash: cachedHash(secret), now }), ([found]) => found)
}

const cachedHash = memoize(hashSecret, 1000, secretCacheMs)

// Runs on every authenticated request.
const sessionBySecret = preparedQuery(
  (db: Db, { tokenHash, now }: { tokenHash: string; now: number }) =>
    liveSessions(db, now)
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(({ eb }) => [
        'sessions.id as session_id',
        'sessions.remembered',
        'sessions.created_at as started_at',
        'sessions.last_active_at',
        'sessions.ends_at',
        'sessions.confirmed_at',
        'sessions.carried_sealed',
        'sessions.has_trusted_factor',
        ...currentUserColumns(eb),
        ...supportColumns(eb, now),
      ])
      .where('token_hash', '=', tokenHash)
      .where('users.locked_at', 'is', null),
)

/** The caller has locked the account's row. @throws AccountLocked */
export async function requireUnlocked(tx: Tx, userId: string): Promise<void> {
  const { locked_at } = await tx
    .selectFrom('users')
    .select('locked_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (locked_at !== null) throw new AccountLocked()
}

/** Replaces the session's secret, so that a stolen copy gains no new rights. @returns null when the session has ended */
export async function rotateSessionSecret(tx: Tx, sessionId: string): Promise<string | null> {
  const secret = newSecret()
  const updated = await tx
    .updateTable('sessions')
    .set({ token_hash: hashSecret(secret) })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  return updated ? secret : null
}

/**
 * Marks the session as confirmed and replaces its secret, so that a copy stolen earlier gains no rights. The caller passes
 * the secret to `reply.signIn`.
 *
 * @throws NotSignedIn when the session has ended
 */
export async function confirmSession(
  tx: Tx,
  actor: SessionActor,
  method: AccountEvents['session.confirmed']['method'],
): Promise<{ secret: string }> {
  await ensureAccountLocked(tx, actor.userId)
  const secret = newSecret()
  const confirmed = await tx
    .updateTable('sessions')
    .set({ token_hash: hashSecret(secret), confirmed_at: actor.now })
    .where('id', '=', actor.sessionId)
    .where('user_id', '=', actor.userId)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) throw new NotSignedIn()

  await recordEvent(tx, actor, 'session.confirmed', { session: actor.sessionId, method })
  return { secret }
}

/** Ends one session of the account and records it. @returns false when it had already ended */
export async function endSession(
  tx: Tx,
  actor: Actor,
  session: string,
  { by, why }: Omit<AccountEvents['session.ended'], 'session'>,
): Promise<boolean> {
  await ensureAccountLocked(tx, actor.userId)
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', session)
    .where('user_id', '=', actor.userId)
    .returning(['expires_at', 'ends_at'])
    .executeTakeFirst()
  if (!ended) return false
  const end = { session, by, why, ...expirationData(ended, actor.now) }
  await recordEvent(tx, actor, 'session.ended', end)
  return true
}

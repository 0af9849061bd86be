import type { AccountEvents } from '#app/account-events.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { hashSecret, newSecret, secretLength } from '#app/platform/crypto/secret-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { liveSessions } from '#app/platform/db/live-sessions.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import { profileColumns } from '#app/platform/db/profile-columns.ts'
import { AccountLocked, NotSignedIn } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { whenReady, type MaybePromise } from '#app/platform/lib/maybe-promise.ts'
import { memoize } from '#app/platform/lib/memoize.ts'

import { endSessions, expirationData } from './end-sessions.ts'
import { idleExpiry } from './idle-expiry.ts'
import { recordDevice } from './known-devices.ts'
import { secretCacheMs } from './limits.ts'

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
        'sessions.last_active_at',
        'sessions.ends_at',
        'sessions.confirmed_at',
        'sessions.carried_sealed',
        'users.id as user_id',
        'users.email',
        'users.email_verified_at',
        'users.photo_id',
        'users.two_factor_enabled_at',
        'users.created_at',
        'users.terms_version',
        'users.policy_version',
        'users.leaves_at',
        'users.event_count',
        eb('users.password_hash', 'is not', null).as('has_password'),
      ])
      .select(profileColumns)
      .where('token_hash', '=', tokenHash)
      .where('users.locked_at', 'is', null),
)

export interface NewSession extends RequestOrigin {
  userId: string
  method: AccountEvents['session.started']['method']
  remembered: boolean
}

/**
 * Starts a session, records it, and mails the user when the device is unknown. The returned secret is the only copy; the
 * database stores its hash.
 *
 * @throws AccountLocked when the operator locked the account; the caller's transaction rolls back
 */
export async function startSession(
  tx: Tx,
  context: Pick<ActionContext, 'keys' | 'mailWriter' | 'config'>,
  newSession: NewSession,
): Promise<{ id: string; secret: string }> {
  const { userId, method, remembered, ip, userAgent, country = null, now } = newSession
  const id = newId()
  const secret = newSecret()
  const { sessionLengths } = context.config
  const ends_at = now + sessionLengths.maxMs
  // A full sign-in has just proved what a confirmation asks for. The link that ends a registration has not.
  const confirmed = method !== 'registration'

  await tx
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      token_hash: hashSecret(secret),
      method,
      remembered: remembered ? 1 : 0,
      ip,
      user_agent: userAgent,
      country,
      created_at: now,
      last_active_at: now,
      expires_at: idleExpiry(sessionLengths, remembered, now),
      ends_at,
      confirmed_at: confirmed ? now : null,
      carried_sealed: null,
    })
    .execute()

  const actor = { userId, sessionId: id, ip, userAgent, country, now }
  await recordDevice(tx, context, newSession)
  await recordEvent(tx, actor, 'session.started', {
    session: id,
    method,
    remembered,
    confirmed,
    endsAt: toIso(ends_at),
  })
  // Recording has locked the account's row: a concurrent lock is visible here, or waits and then ends this session too.
  await requireUnlocked(tx, userId)
  // For the same reason, of concurrent sign-ins only the last keeps its session.
  if (context.config.singleSession)
    await endSessions(tx, actor, { by: 'other-session', why: 'single-session' }, id)
  return { id, secret }
}

async function requireUnlocked(tx: Tx, userId: string): Promise<void> {
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

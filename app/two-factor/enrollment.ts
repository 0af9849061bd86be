import { randomBytes } from 'node:crypto'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'

import { setupLifetimeMs } from './limits.ts'
import { appAddedNotice, twoFactorOnNotice } from './notices.mail.ts'
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { matchingStep, parseCode } from './totp.ts'
import { endPendingSignIns } from './unanswered-challenges.ts'
import { codeMessages } from './verify-code.ts'

const purpose = 'two-factor-setup'
/** The length of a SHA-1 digest, as RFC 4226 §4 recommends. */
const secretBytes = 20

/** A pending TOTP key; two-factor is off until its first code is confirmed. */
export interface Enrollment {
  id: string
  secret: Buffer
  expiresAt: number
}

/** Only the session that started an enrollment may finish it: another session may be an attacker's. */
type EnrollmentOwner = Pick<SessionActor, 'userId' | 'sessionId'>

/**
 * Starts an enrollment. This session's pending enrollment is reused, so that every tab shows the same key; if the account has
 * an app, nothing happens.
 *
 * @param force  creates a new key anyway, to move to another app; the old one works until the new one is confirmed
 */
export async function startEnrollment(
  { db, keys, now }: ActionContext,
  owner: EnrollmentOwner,
  { force }: { force: boolean },
): Promise<void> {
  const { userId: user_id, sessionId } = owner
  const id = newId()
  const secret = randomBytes(secretBytes).toString('hex')
  const secret_sealed = keys.encrypt(purpose, `${sessionId} ${secret}`, id)

  await inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, user_id)
    if (!user) throw new NotSignedIn()
    if (user.two_factor_secret_sealed !== null && !force) return
    if (!force && (await pendingEnrollment({ db: tx, keys, now }, owner))) return
    await tx.deleteFrom('two_factor_setups').where('user_id', '=', user_id).execute()
    await tx
      .insertInto('two_factor_setups')
      .values({ id, user_id, secret_sealed, created_at: now, expires_at: now + setupLifetimeMs })
      .execute()
  })
}

/** Returns this session's pending enrollment; null when there is none, it expired, or another session started it. */
export async function pendingEnrollment(
  { db, keys, now }: { db: Db; keys: Keyring; now: number },
  { userId, sessionId }: EnrollmentOwner,
): Promise<Enrollment | null> {
  const row = await db
    .selectFrom('two_factor_setups')
    .select(['id', 'secret_sealed', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const [session, secret] =
    (row && keys.decrypt(purpose, row.secret_sealed, row.id))?.split(' ') ?? []
  return row && secret && session === sessionId
    ? { id: row.id, secret: Buffer.from(secret, 'hex'), expiresAt: row.expires_at }
    : null
}

/**
 * Adds the app after a correct code. Unless two-factor is on with a passkey, this enables it, and ends the other sessions,
 * which were opened with the password or the app of before.
 *
 * @returns the only plain-text copy of new recovery codes; null when the old ones stay
 * @throws ValidationError
 */
export async function confirmEnrollment(
  context: ActionContext,
  actor: SessionActor,
  code: string,
): Promise<string[] | null> {
  const { db, keys, now, realNow } = context
  const { userId } = actor
  const enrollment = await pendingEnrollment(context, actor)
  if (!enrollment) throw new ValidationError({ code: expiredMessage })
  const step = matchingStep(enrollment.secret, parseCode(code) ?? '', realNow)
  if (step === null) throw new ValidationError({ code: codeMessages.invalid })
  const secret = keys.encrypt('two-factor', enrollment.secret.toString('hex'), userId)
  const { codes, hashes } = await newRecoveryCodes()

  return inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, userId)
    if (!user) throw new NotSignedIn()
    if (!(await consumeEnrollment(tx, enrollment)))
      throw new ValidationError({ code: expiredMessage })

    const { two_factor_enabled_at: enabledAt, two_factor_secret_sealed: oldSecret } = user
    const isAddition = enabledAt !== null && oldSecret === null
    await tx
      .updateTable('users')
      .set({
        two_factor_secret_sealed: secret,
        two_factor_enabled_at: isAddition ? enabledAt : now,
        two_factor_app_added_at: now,
        two_factor_last_step: step,
        two_factor_wrong_count: 0,
      })
      .where('id', '=', userId)
      .execute()
    if (isAddition) {
      await recordEvent(tx, actor, 'authenticator-app.added', {})
      await sendSecurityNotice(tx, context, actor, appAddedNotice())
      return null
    }
    await replaceRecoveryCodes(tx, userId, hashes, now)
    await endPendingSignIns(tx, userId, actor)
    await endSessions(tx, actor, { by: 'other-session', why: 'two-factor' }, actor.sessionId)
    const factor = 'code'
    await recordEvent(tx, actor, 'two-factor.enabled', { recoveryCodes: codes.length, factor })
    await sendSecurityNotice(tx, context, actor, twoFactorOnNotice(factor))
    return codes
  })
}

const expiredMessage = 'This setup has expired. Start again with a new QR code.'

/** Returns true to exactly one of concurrent callers. */
export async function consumeEnrollment(tx: Db, { id }: Pick<Enrollment, 'id'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('two_factor_setups')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

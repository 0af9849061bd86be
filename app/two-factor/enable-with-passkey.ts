import { hasPasskey } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotSignedIn, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'

import { twoFactorOnNotice } from './notices.mail.ts'
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { endPendingSignIns } from './unanswered-challenges.ts'

/**
 * Enables two-factor without an authenticator app: the account's passkeys and security keys are asked for after the password.
 * Ends the other sessions, which were opened with the password alone.
 *
 * @returns the only plain-text copy of the recovery codes
 * @throws ValidationError without a passkey, or when two-factor is on
 */
export async function enableWithPasskey(
  context: ActionContext,
  actor: SessionActor,
): Promise<string[]> {
  const { userId, now } = actor
  const { codes, hashes } = await newRecoveryCodes()

  return inTransaction(context.db, async (tx) => {
    const user = await lockAccountRow(tx, userId)
    if (!user) throw new NotSignedIn()
    if (user.two_factor_enabled_at !== null)
      throw new ValidationError({ two_factor: 'Two-factor authentication is already on.' })
    if (!(await hasPasskey(tx, userId)))
      throw new ValidationError({ two_factor: 'Add a passkey or a security key first.' })

    await tx
      .updateTable('users')
      .set({ two_factor_enabled_at: now, two_factor_wrong_count: 0 })
      .where('id', '=', userId)
      .execute()
    await replaceRecoveryCodes(tx, userId, hashes, now)
    await endPendingSignIns(tx, userId, actor)
    await endSessions(tx, actor, { by: 'other-session', why: 'two-factor' }, actor.sessionId)
    const factor = 'passkey'
    await recordEvent(tx, actor, 'two-factor.enabled', { recoveryCodes: codes.length, factor })
    await sendSecurityNotice(tx, context, actor, twoFactorOnNotice(factor))
    return codes
  })
}

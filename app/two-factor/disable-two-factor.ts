import { hasPasskey, removalNotice, removePasskeys } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { twoFactorOffNotice } from './notices.mail.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'
import { endPendingSignIns } from './unanswered-challenges.ts'

/**
 * Disables two-factor, or discards an unfinished enrollment.
 *
 * @param requireTwoFactor  whether the account must still have a second factor afterwards
 * @throws ValidationError when it would have none
 */
export async function disableTwoFactor(
  context: ActionContext,
  actor: Actor,
  { requireTwoFactor }: { requireTwoFactor: boolean },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const user = await lockAccountRow(tx, actor.userId)
    if (!user) throw new NotSignedIn()
    const wasOn = await clearTwoFactor(tx, actor, user.two_factor_enabled_at)
    if (wasOn && requireTwoFactor && !(await hasSecondFactor(tx, actor.userId))) {
      throw new ValidationError({ two_factor: lastFactorMessage })
    }
    if (wasOn) await sendSecurityNotice(tx, context, actor, twoFactorOffNotice())
  })
}

const lastFactorMessage =
  'A second factor is required. Add a passkey first, then turn this one off.'

/**
 * Disables two-factor within a takeover report. A required second factor stays if it is the last one: it opens nothing without
 * the password.
 *
 * @returns whether it was disabled
 */
export async function revertTwoFactor(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
): Promise<boolean> {
  const user = await lockAccountRow(tx, actor.userId)
  const isOnlyApp = user?.two_factor_secret_sealed && !(await hasPasskey(tx, actor.userId))
  if (context.config.requireTwoFactor && isOnlyApp) return false
  const wasOn = await clearTwoFactor(tx, actor, user?.two_factor_enabled_at ?? null)
  if (wasOn) await sendSecurityNotice(tx, context, actor, twoFactorOffNotice())
  return wasOn
}

/**
 * Removes everything that the sign-in would ask for after the password, for an owner who lost it. Passkeys that sign in alone stay
 * unless a second factor is required: then they are asked for too.
 *
 * @throws ValidationError when nothing is asked for
 */
export async function resetSecondFactors(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
): Promise<void> {
  const user = await lockAccountRow(tx, actor.userId)
  const wasOn = await clearTwoFactor(tx, actor, user?.two_factor_enabled_at ?? null)
  const asked = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', actor.userId)
    .$if(!context.config.requireTwoFactor, (query) => query.where('second_factor_only', '=', 1))
    .execute()
  if (!wasOn && asked.length === 0) throw new ValidationError({ reason: nothingToResetMessage })
  const removed = await removePasskeys(
    tx,
    actor,
    asked.map(({ id }) => id),
  )
  if (wasOn) await sendSecurityNotice(tx, context, actor, twoFactorOffNotice())
  for (const passkey of removed)
    await sendSecurityNotice(tx, context, actor, removalNotice(passkey))
}

const nothingToResetMessage = 'This account has no second factor.'

/** Disables two-factor without a mail. */
export async function removeTwoFactor(tx: Tx, actor: Actor): Promise<void> {
  const user = await lockAccountRow(tx, actor.userId)
  await clearTwoFactor(tx, actor, user?.two_factor_enabled_at ?? null)
}

/** @returns whether two-factor was on */
async function clearTwoFactor(tx: Tx, actor: Actor, since: number | null): Promise<boolean> {
  const { userId } = actor
  await tx.deleteFrom('two_factor_setups').where('user_id', '=', userId).execute()
  await endPendingSignIns(tx, userId, actor)
  await deleteRecoveryCodes(tx, userId)
  if (since === null) return false

  await tx
    .updateTable('users')
    .set({
      two_factor_secret_sealed: null,
      two_factor_enabled_at: null,
      two_factor_app_added_at: null,
      preferred_second_factor: null,
      two_factor_last_step: null,
      two_factor_wrong_count: 0,
    })
    .where('id', '=', userId)
    .execute()
  await recordEvent(tx, actor, 'two-factor.disabled', { since: toIso(since) })
  return true
}

import { keepAccount } from '#app/account-deletion/account-deletion.ts'
import { features } from '#app/features.ts'
import { removePasskeys } from '#app/passkeys/passkeys.ts'
import { sendRecoveryLink } from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { forgetDevices } from '#app/platform/sessions/known-devices.ts'
import { deleteChallenges, disableTwoFactorEnabledSince } from '#app/two-factor/two-factor.ts'

/**
 * Revokes all access, cancels a pending deletion and mails the account's address a recovery link. Two-factor is disabled
 * only if it was enabled within the lifetime of its "this wasn't me" link, because an attacker may have enabled it.
 *
 * @param usedUndoTokenId  the undo link that led here, if any. Older undo links stay valid: they lead to earlier addresses,
 *   and whoever used this one must not lock out an earlier owner.
 */
export async function secureAccount(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  usedUndoTokenId: string | null = null,
): Promise<void> {
  const { userId } = actor
  await keepAccount(tx, actor, 'link')
  const sessions = await endSessions(tx, actor, { by: 'person', why: 'not-me' })
  await tx.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  await deleteChallenges(tx, userId)
  await disableTwoFactorEnabledSince(tx, actor, actor.now - takeoverLinkLifetimeMs)
  await removePasskeys(tx, actor, 'every')
  for (const { access } of features) await access?.revokeAll(tx, actor, 'not-me')
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where(({ eb, or }) =>
      or([
        eb('purpose', '!=', 'email-change-undo'),
        ...(usedUndoTokenId === null ? [] : [eb('id', '>=', usedUndoTokenId)]),
      ]),
    )
    .execute()
  await forgetDevices(tx, userId)
  await sendRecoveryLink(tx, context, userId)
  await recordEvent(tx, actor, 'not-me.reported', { sessions })
}

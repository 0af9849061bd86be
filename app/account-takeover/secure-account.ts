import { keepAccount } from '#app/account-deletion/account-deletion.ts'
import { takeovers } from '#app/features.ts'
import { sendRecoveryLink } from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { forgetDevices } from '#app/platform/sessions/known-devices.ts'

/**
 * Revokes all access, cancels a pending deletion and mails the account's address a recovery link.
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
  // The event log has always recorded these in reverse order of the steps.
  for (const { revert } of takeovers.toReversed()) await revert(tx, actor, 'every')
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

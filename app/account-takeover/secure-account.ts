import { keepAccount } from '#app/account-deletion/account-deletion.ts'
import { revokeAllApiTokens } from '#app/api-tokens/api-tokens.ts'
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
 * Ends every session and every sign-in that waits for its code, voids the password and every link, removes every passkey,
 * revokes every API token, makes every browser a stranger, and mails the account's address the one way in that is left.
 * A deletion that was begun is taken back. A second factor goes too while the mail that told of it could still be answered: a stranger may have turned it on, and
 * the way in would end at their phone.
 *
 * @param usedUndoTokenId  the link back to an old address that was used, if one was. Those from before it stay: they lead to an
 *   address that is older still, and whoever used this one must not be able to cut off whoever had the account before.
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
  await revokeAllApiTokens(tx, actor, 'not-me')
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

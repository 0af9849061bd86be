import { stay } from '#app/account-deletion/account-deletion.ts'
import { revokeAllTokens } from '#app/api-tokens/api-tokens.ts'
import { removePasskeys } from '#app/passkeys/passkeys.ts'
import { sendWayBack } from '#app/password/password.ts'
import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { forgetDevices } from '#app/platform/known-devices.ts'
import { notMeLifeMs } from '#app/platform/mail/security-notice.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { endChallenges, removeTwoFactorSince } from '#app/two-factor/two-factor.ts'

/**
 * Ends every session and every sign-in that waits for its code, voids the password and every link, removes every passkey,
 * revokes every API token, makes every browser a stranger, and mails the account's address the one way in that is left.
 * A deletion that was begun is taken back. A second factor goes too while the mail that told of it could still be answered: a stranger may have turned it on, and
 * the way in would end at their phone.
 *
 * @param undo  the link back to an old address that was used, if one was. Those from before it stay: they lead to an
 *   address that is older still, and whoever used this one must not be able to cut off whoever had the account before.
 */
export async function closeAccount(
  tx: Tx,
  means: Means,
  account: Account,
  undo: string | null = null,
): Promise<void> {
  const { userId } = account
  await stay(tx, account, 'link')
  const sessions = await endSessions(tx, account, { by: 'person', why: 'not-me' })
  await tx.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  await endChallenges(tx, userId)
  await removeTwoFactorSince(tx, account, account.now - notMeLifeMs)
  await removePasskeys(tx, account, 'every')
  await revokeAllTokens(tx, account, 'not-me')
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where(({ eb, or }) =>
      or([
        eb('purpose', '!=', 'email-change-undo'),
        ...(undo === null ? [] : [eb('id', '>=', undo)]),
      ]),
    )
    .execute()
  await forgetDevices(tx, userId)
  await sendWayBack(tx, means, userId)
  await record(tx, account, 'not-me.reported', { sessions })
}

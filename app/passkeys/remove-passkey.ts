import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid, NotFound } from '#app/platform/errors.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { hasSecondFactor } from '#app/platform/second-factor.ts'

import { passkeyRemovedNotice } from './notices.mail.ts'

/**
 * @throws NotFound when the account has no such passkey, whoever else has
 * @param requireTwoFactor  whether the account must have a second factor afterwards
 * @throws Invalid when nothing would be left to sign in with, or no second factor where it must have one
 */
export async function removePasskey(
  means: Means,
  account: Account,
  passkey: string,
  { requireTwoFactor }: { requireTwoFactor: boolean },
): Promise<void> {
  await inTransaction(means.db, async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkey)
      .where('user_id', '=', account.userId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new NotFound()

    await record(tx, account, 'passkey.removed', { passkey, name: removed.name })
    // After `record`, which lets one change of the account at a time through: of the last two, one stays.
    if (!(await canStillSignIn(tx, account.userId))) throw new Invalid({ passkey: lastWayIn })
    if (requireTwoFactor && !(await hasSecondFactor(tx, account.userId))) {
      throw new Invalid({ passkey: lastFactor })
    }
    await sendSecurityNotice(tx, means, account, passkeyRemovedNotice(removed.name))
  })
}

const lastWayIn =
  'This is your only way to sign in. Set a password or add another passkey first, then remove this one.'

const lastFactor =
  'Everyone here needs a second factor. Add another passkey or turn on two-factor first, then remove this one.'

async function canStillSignIn(tx: Tx, userId: string): Promise<boolean> {
  const { password_hash } = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (password_hash !== null) return true
  const another = await tx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return another !== undefined
}

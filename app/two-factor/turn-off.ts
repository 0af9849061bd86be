import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Invalid, NotSignedIn } from '#app/platform/errors.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { moment } from '#app/platform/moment.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { hasSecondFactor } from '#app/platform/second-factor.ts'

import { endChallenges } from './challenge.ts'
import { twoFactorOffNotice } from './notices.mail.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/**
 * Where it was off, only a set-up that was not finished goes.
 *
 * @param requireTwoFactor  whether the account must have a second factor afterwards
 * @throws Invalid when it would have none
 */
export async function turnOff(
  means: Means,
  account: Account,
  { requireTwoFactor }: { requireTwoFactor: boolean },
): Promise<void> {
  await inTransaction(means.db, async (tx) => {
    const person = await holdAccount(tx, account.userId)
    if (!person) throw new NotSignedIn()
    const wasOn = await removeTwoFactor(tx, account, person.two_factor_enabled_at)
    if (wasOn && requireTwoFactor && !(await hasSecondFactor(tx, account.userId))) {
      throw new Invalid({ two_factor: lastFactor })
    }
    if (wasOn) await sendSecurityNotice(tx, means, account, twoFactorOffNotice())
  })
}

const lastFactor =
  'Everyone here needs a second factor. Add a passkey first, then turn this one off.'

/** For an account that someone else was in: who turned it on must not lock the owner out. What is older is the owner's. */
export async function removeTwoFactorSince(
  tx: Tx,
  account: Account,
  earliest: number,
): Promise<void> {
  const person = await holdAccount(tx, account.userId)
  const since = person?.two_factor_enabled_at ?? null
  if (since !== null && since < earliest) return
  await removeTwoFactor(tx, account, since)
}

/** Nothing of the second factor stays. @returns whether it was on */
async function removeTwoFactor(tx: Tx, account: Account, since: number | null): Promise<boolean> {
  const { userId } = account
  await tx.deleteFrom('two_factor_setups').where('user_id', '=', userId).execute()
  await endChallenges(tx, userId)
  await deleteRecoveryCodes(tx, userId)
  if (since === null) return false

  await tx
    .updateTable('users')
    .set({
      two_factor_secret_sealed: null,
      two_factor_enabled_at: null,
      two_factor_last_step: null,
      two_factor_wrong_count: 0,
    })
    .where('id', '=', userId)
    .execute()
  await record(tx, account, 'two-factor.disabled', { since: moment(since) })
  return true
}

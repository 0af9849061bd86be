import type { Account, Origin } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { isTaken } from '#app/platform/db/is-taken.ts'
import { Gone, Invalid } from '#app/platform/errors.ts'
import {
  consumeToken,
  findToken,
  type Link,
  type OneTimeToken,
} from '#app/platform/one-time-tokens.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'

import { closeAccount } from './close-account.ts'

const purpose = 'email-change-undo'

const taken =
  'That address belongs to another account by now, so it cannot come back to this one. Sign in to that account, or write to us.'

/**
 * Gives the account the address back that the mail with this link went to, whatever it was changed to since, and closes
 * the account to everyone but its owner.
 *
 * @throws Gone, or Invalid when another account has the address by now
 */
export async function takeAddressBack(
  means: Means,
  origin: Origin,
  link: Link,
): Promise<{ userId: string; email: string }> {
  const { db, keys, now } = means
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) throw new Gone()
  const account = { ...origin, userId: token.userId, sessionId: null }

  return inTransaction(db, async (tx) => {
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    await restoreAddress(tx, account, token)
    await closeAccount(tx, means, account, token.id)
    return { userId: account.userId, email: token.payload ?? '' }
  }).catch((error: unknown) => {
    throw isTaken(error) ? new Invalid({ form: taken }) : error
  })
}

/** The click has proved the address once more. */
export async function restoreAddress(
  tx: Tx,
  account: Account,
  { emailKey, payload }: Pick<OneTimeToken, 'emailKey' | 'payload'>,
): Promise<void> {
  const { userId, now } = account
  const to = payload ?? ''
  const { email: from } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('users')
    .set({ email: to, email_key: emailKey, email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  await record(tx, account, 'address-change.undone', { from, to })
}

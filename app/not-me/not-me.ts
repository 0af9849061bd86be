import type { Account, Origin } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { consumeToken, findToken, type Link, newestToken } from '#app/platform/one-time-tokens.ts'
import type { Means } from '#app/platform/post.ts'

import { closeAccount } from './close-account.ts'
import { restoreAddress } from './take-address-back.ts'

const purpose = 'not-me'

export interface Disowned {
  userId: string
  /** Where a way back in goes; null when that is not the address the mail went to. */
  email: string | null
  /** Whether the address had been changed, and has come back. */
  restored: boolean
}

/** What a mail's link would do; null when it was used, has run out, or never was. */
export async function disownedBy(
  { db, keys, now }: Omit<Means, 'post'>,
  link: Link,
): Promise<Omit<Disowned, 'userId'> | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) return null
  const { userId, emailKey } = token
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.email_key === emailKey) return { email: user.email, restored: false }
  const undo = await wayBack(db, keys, { userId, emailKey, now })
  return { email: undo?.payload ?? null, restored: undo !== null }
}

/**
 * Closes the account to everyone and leaves one way in, by mail, for the owner. When the address was changed since the mail
 * was sent, it comes back first: otherwise the way in would go to whoever changed it.
 *
 * @throws Gone when the link was used or has run out
 */
export async function disown(means: Means, origin: Origin, link: Link): Promise<Disowned> {
  const { db, now } = means
  return inTransaction(db, async (tx) => {
    const token = await consumeToken(tx, { ...link, purpose, now })
    if (!token?.userId) throw new Gone()
    const account = { ...origin, userId: token.userId, sessionId: null }
    const { undo, ...address } = await ownAddress(tx, means, account, token.emailKey)
    await closeAccount(tx, means, account, undo)
    return { userId: account.userId, ...address }
  })
}

async function ownAddress(tx: Tx, { keys }: Means, account: Account, emailKey: string) {
  const { userId, now } = account
  const user = await tx
    .selectFrom('users')
    .select(['email', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.email_key === emailKey) return { undo: null, email: user.email, restored: false }

  const undo = await wayBack(tx, keys, { userId, emailKey, now })
  if (!undo) return { undo: null, email: null, restored: false }
  await restoreAddress(tx, account, undo)
  return { undo: undo.id, email: undo.payload, restored: true }
}

/** The link back to the address that was sent when it was changed; null when there is none, or somebody else has the address by now. */
async function wayBack(
  db: Means['db'],
  keys: Means['keys'],
  wanted: { userId: string; emailKey: string; now: number },
) {
  const undo = await newestToken(db, keys, { ...wanted, purpose: 'email-change-undo' })
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', wanted.emailKey)
    .executeTakeFirst()
  return other ? null : undo
}

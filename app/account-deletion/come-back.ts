import type { Leaving } from '#app/pages.ts'
import type { Account, Origin } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { Gone } from '#app/platform/errors.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { consumeToken, findToken, type Link, voidTokens } from '#app/platform/one-time-tokens.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'

import { jobsOf, leaving } from './grace.ts'
import { returnedNotice } from './returned.mail.ts'

const purpose = 'return'

/** Keeps the account. @throws Gone when its days are over */
export async function comeBack(means: Means, account: Account): Promise<void> {
  await inTransaction(means.db, async (tx) => {
    if (!(await stay(tx, account, 'page'))) throw new Gone()
    await sendSecurityNotice(tx, means, account, returnedNotice())
  })
}

/** The account that a mail's link would bring back; null when it was used, has run out, or never was. */
export async function returning(
  { db, keys, now }: Omit<Means, 'post'>,
  link: Link,
): Promise<(Leaving & { email: string }) | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) return null
  const user = await db
    .selectFrom('users')
    .select(['email', 'leaves_at'])
    .where('id', '=', token.userId)
    .executeTakeFirst()
  const found = user && leaving(user)
  return found ? { ...found, email: user.email } : null
}

/**
 * Keeps the account for whoever opened the link in its mail. Nobody is signed in by it, and whoever was is signed out: the
 * one who sent the account away may not have been its owner.
 *
 * @throws Gone
 */
export async function comeBackByLink(means: Means, origin: Origin, link: Link): Promise<void> {
  await inTransaction(means.db, async (tx) => {
    const token = await consumeToken(tx, { ...link, purpose, now: means.now })
    if (!token?.userId) throw new Gone()
    const account = { ...origin, userId: token.userId, sessionId: null }
    if (!(await stay(tx, account, 'link'))) throw new Gone()

    await sendSecurityNotice(tx, means, account, returnedNotice())
    await endSessions(tx, account, { by: 'person', why: 'returned' })
  })
}

/**
 * Takes the deletion back. From the moment the days are over only the deletion can win, however late it comes: see erase.ts.
 *
 * @returns false when the account does not leave, or can no longer stay
 */
export async function stay(tx: Tx, account: Account, by: 'page' | 'link'): Promise<boolean> {
  const { userId, now } = account
  const user = await tx
    .updateTable('users')
    .set({ leaves_at: null })
    .where('id', '=', userId)
    .where('leaves_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!user) return false

  const waiting = Object.values(jobsOf(userId))
  await tx.deleteFrom('jobs').where('dedupe_key', 'in', waiting).execute()
  await voidTokens(tx, userId, { only: purpose })
  await record(tx, account, 'account.returned', { by })
  return true
}

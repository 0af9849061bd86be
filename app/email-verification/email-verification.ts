import type { Origin } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { Gone } from '#app/platform/errors.ts'
import {
  consumeToken,
  findToken,
  issueToken,
  type Link,
  linkLifeMs,
} from '#app/platform/one-time-tokens.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { route } from '#app/platform/route.ts'
import { renewSession, type SignedIn } from '#app/platform/sessions.ts'

import { verifyEmailMail } from './verify-email.mail.ts'

const purpose = 'email-verification'

/** Mails an account whose address is not proved yet, such as one an operator made, the link that proves it. */
export async function sendVerification(
  { db, keys, post, now }: Means,
  person: { user_id: string; name: string; email: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id, secret } = await issueToken(tx, keys, {
      purpose,
      userId: person.user_id,
      emailKey: emailKey(person.email),
      payload: null,
      ttlMs: linkLifeMs,
      now,
    })
    const path = route('verification.verify', { id, hash: secret })
    await post.send(tx, person, verifyEmailMail(post, path))
  })
}

/** The address that a mail's link would prove; null when it was used, has run out, or never was. */
export async function addressToVerify(
  { db, keys, now }: Omit<Means, 'post'>,
  link: Link,
): Promise<{ email: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  return token && { email: token.emailKey }
}

/**
 * Marks the address as proved, if it still is the account's.
 *
 * @param here  the session of the browser that opened the link; when it is the account's own it gains rights, and so a new secret
 * @returns that secret; null when the link was opened elsewhere, or the address is proved already
 * @throws Gone
 */
export async function verifyEmail(
  { db, now }: Pick<Means, 'db' | 'now'>,
  origin: Origin,
  { link, here }: { link: Link; here: SignedIn | null },
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const token = await consumeToken(tx, { ...link, purpose, now })
    if (!token?.userId) throw new Gone()

    const user = await tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', token.userId)
      .where('email_key', '=', token.emailKey)
      .where('email_verified_at', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!user) return refuseUnproved(tx, token.userId, token.emailKey)

    const isOwn = here?.user_id === user.id
    const account = { ...origin, userId: user.id, sessionId: isOwn ? here.session_id : null }
    await record(tx, account, 'address.verified', { email: user.email })
    return isOwn ? renewSession(tx, here.session_id) : null
  })
}

/** The link of a second mail says nothing new about an address that is proved already. @throws Gone when it is not */
async function refuseUnproved(tx: Tx, userId: string, key: string): Promise<null> {
  const proved = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_key', '=', key)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  if (!proved) throw new Gone()
  return null
}

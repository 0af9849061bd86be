import type { Account, Origin } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { isTaken } from '#app/platform/db/is-taken.ts'
import { day } from '#app/platform/durations.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { Gone, Invalid } from '#app/platform/errors.ts'
import { type Reader, securityNotice } from '#app/platform/mail/security-notice.ts'
import {
  consumeToken,
  findToken,
  issueToken,
  type Link,
  type OneTimeToken,
  tokenOf,
  voidTokens,
} from '#app/platform/one-time-tokens.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { route } from '#app/platform/route.ts'
import { renewSession, type SignedIn } from '#app/platform/sessions.ts'

import { addressChangedNotice } from './address-changed.mail.ts'

const purpose = 'email-change'
const undoLifeMs = 7 * day

const taken = 'That address belongs to another account by now. Yours has kept its own.'

/**
 * Gives the account its new address, proved by the link that went there, and tells the old address how to take it back.
 * Every link that went to the old address to get into the account is void.
 *
 * @param here  who is signed in in the browser that opened the link; the account's own session gets a new secret
 * @returns that secret; null when the link was opened elsewhere
 * @throws Gone, or Invalid when another account has the address by now
 */
export async function confirmEmailChange(
  means: Means,
  origin: Origin,
  { link, here }: { link: Link; here: SignedIn | null },
): Promise<{ email: string; secret: string | null }> {
  const { db, keys, now } = means
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) throw new Gone()
  const { userId } = token
  const isOwn = here?.user_id === userId
  const account = { ...origin, userId, sessionId: isOwn ? here.session_id : null }

  return inTransaction(db, async (tx) => {
    const before = await heldAddress(tx, userId)
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    await move(tx, means, account, { before, token })
    const secret = isOwn ? await renewSession(tx, here.session_id) : null
    return { email: token.payload ?? '', secret }
  }).catch((error: unknown) => {
    // Two accounts can wait for one address; the unique key lets the first have it.
    throw isTaken(error) ? new Invalid({ form: taken }) : error
  })
}

type Before = Reader & { email_key: string }

async function move(
  tx: Tx,
  means: Means,
  account: Account,
  { before, token }: { before: Before; token: OneTimeToken },
): Promise<void> {
  const { userId, now } = account
  const email = token.payload ?? ''
  await tx
    .updateTable('users')
    .set({ email, email_key: emailKey(email), email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  // The ways back stay, also those from a change before this one: they lead to addresses that were proved.
  await voidTokens(tx, userId, { but: ['not-me', 'email-change-undo'] })
  await record(tx, account, 'address.changed', { from: before.email, to: email })

  const undo = await issueToken(tx, means.keys, {
    purpose: 'email-change-undo',
    userId,
    emailKey: before.email_key,
    payload: before.email,
    ttlMs: undoLifeMs,
    now,
  })
  const { post } = means
  const notMe = post.link(route('email-change.undo', { token: tokenOf(undo) }))
  const notice = { ...addressChangedNotice(email), account, person: before, notMe }
  await post.send(tx, before, securityNotice(post, notice))
}

/** Reads the row and keeps others from it until the end. */
function heldAddress(tx: Tx, userId: string): Promise<Before> {
  return tx
    .updateTable('users')
    .set(({ ref }) => ({ email: ref('email') }))
    .where('id', '=', userId)
    .returning(['name', 'email', 'email_key', 'locale', 'timezone'])
    .executeTakeFirstOrThrow()
}

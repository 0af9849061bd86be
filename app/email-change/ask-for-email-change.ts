import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { holdAccount } from '#app/platform/hold-account.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { moment } from '#app/platform/moment.ts'
import {
  issueToken,
  linkLifeMs,
  newestToken,
  tokenOf,
  voidTokens,
} from '#app/platform/one-time-tokens.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { route } from '#app/platform/route.ts'

import { addressTakenMail } from './address-taken.mail.ts'
import { changeAskedNotice } from './change-asked.mail.ts'
import { proveAddressMail } from './prove-address.mail.ts'

const purpose = 'email-change'

/**
 * Keeps the wish for another address until that address is proved; until then the account stays as it is. Of several
 * wishes the newest counts. An address that belongs to someone else is treated the same, but for what its mail says.
 */
export async function askForEmailChange(
  means: Means,
  account: Account,
  email: string,
): Promise<void> {
  await inTransaction(means.db, async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select(['name', 'email', 'email_key'])
      .where('id', '=', account.userId)
      .executeTakeFirstOrThrow()
    if (person.email_key === emailKey(email)) return respell(tx, account, person.email, email)

    // First, because it holds the account's row: of two wishes at once one must find the other.
    const endsAt = moment(account.now + linkLifeMs)
    await record(tx, account, 'address-change.asked', { from: person.email, to: email, endsAt })
    await sendLink(tx, means, account, { name: person.name, email })
    await sendSecurityNotice(tx, means, account, changeAskedNotice(email))
  })
}

/** Mails the new address once more. The older link is void. @returns false when nothing waits */
export async function sendEmailChangeAgain(means: Means, account: Account): Promise<boolean> {
  const { userId, now } = account
  return inTransaction(means.db, async (tx) => {
    await holdAccount(tx, userId)
    const pending = await newestToken(tx, means.keys, { userId, purpose, now })
    if (!pending?.payload) return false
    const again = { to: pending.payload, endsAt: moment(now + linkLifeMs) }
    await record(tx, account, 'address-change.sent-again', again)
    const { name } = await tx
      .selectFrom('users')
      .select('name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await sendLink(tx, means, account, { name, email: pending.payload })
    return true
  })
}

/** Nothing happens when nothing waits. */
export async function withdrawEmailChange({ db, keys }: Means, account: Account): Promise<void> {
  const { userId, now } = account
  await inTransaction(db, async (tx) => {
    await holdAccount(tx, userId)
    const pending = await newestToken(tx, keys, { userId, purpose, now })
    const isOurs = await voidTokens(tx, userId, { only: purpose })
    if (!isOurs || !pending?.payload) return
    await record(tx, account, 'address-change.withdrawn', { to: pending.payload })
  })
}

/** The same mailbox, written in another way: there is nothing to prove. */
async function respell(tx: Tx, account: Account, from: string, to: string): Promise<void> {
  if (from === to) return
  await tx.updateTable('users').set({ email: to }).where('id', '=', account.userId).execute()
  await record(tx, account, 'address.changed', { from, to })
}

async function sendLink(
  tx: Tx,
  { keys, post, now }: Means,
  { userId }: Account,
  to: { name: string; email: string },
): Promise<void> {
  await voidTokens(tx, userId, { only: purpose })
  const key = emailKey(to.email)
  const link = await issueToken(tx, keys, {
    purpose,
    userId,
    emailKey: key,
    payload: to.email,
    ttlMs: linkLifeMs,
    now,
  })
  const owner = await tx
    .selectFrom('users')
    .select(['name', 'email', 'locale'])
    .where('email_key', '=', key)
    .executeTakeFirst()
  const path = route('email-change.confirm', { token: tokenOf(link) })
  const letter = owner ? addressTakenMail(post, owner.locale) : proveAddressMail(post, path)
  await post.send(tx, owner ?? to, letter)
}

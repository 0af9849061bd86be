import { invite } from '#app/invitations/invitations.ts'
import { defaultInvitationDays } from '#app/invitations/limits.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { emailOwner, takenEmailKeys } from '#app/platform/auth/email-owner.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import {
  consumeToken,
  findToken,
  formatLink,
  issueToken,
  type MailLink,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { batches } from '#app/platform/lib/batches.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'
import { maySendMail } from '#app/platform/mail/mail-rate-limits.ts'
import { inLanguageOf } from '#app/platform/mail/mail-writer.ts'
import { deleteExpired } from '#app/platform/maintenance/delete-expired.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { alreadyRegisteredMail } from '#app/registration/registration.ts'

import { waitlistRetentionMs } from './limits.ts'
import { waitlistMail } from './waitlist.mail.ts'

const purpose = 'waitlist'

/**
 * Mails a link that proves the address. An address with an account, or on the list already, gets the same response.
 * The work is the same for a caught form: the response time must not tell a program that it was caught.
 *
 * @param isBot  a program seems to have sent the form: no mail is sent
 */
export async function requestWaitlistLink(
  { db, keys, mailWriter, limits, now }: ActionContext,
  { email, isBot }: { email: string; isBot: boolean },
): Promise<void> {
  const key = emailKey(email)
  const maySend = (await maySendMail(limits, { to: key, userId: null })) && !isBot
  await inTransaction(db, async (tx) => {
    const owner = await emailOwner(tx, key)
    const link = await issueToken(tx, keys, {
      purpose,
      userId: null,
      emailKey: key,
      payload: email,
      ttlMs: linkLifetimeMs,
      now,
    })
    const mail = owner
      ? alreadyRegisteredMail(inLanguageOf(mailWriter, owner.locale))
      : waitlistMail(mailWriter, route('waitlist.show', { token: formatLink(link) }))
    const recipient = { name: '', email }
    await (maySend ? mailWriter.send(tx, recipient, mail) : mailWriter.drop(tx, recipient, mail))
  })
}

/** The change that a mailed link allows; null for an unknown, used or expired link. */
export async function waitlistChange(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  link: MailLink,
): Promise<{ email: string; isWaiting: boolean } | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token) return null
  const entry = await db
    .selectFrom('waitlist')
    .select('id')
    .where('email_key', '=', token.emailKey)
    .executeTakeFirst()
  return { email: token.payload ?? token.emailKey, isWaiting: entry !== undefined }
}

/** Joins or leaves, once. @throws Gone */
export async function changeWaitlist(
  { db, keys, now, mailWriter }: ActionContext,
  link: MailLink,
  change: 'join' | 'leave',
): Promise<void> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  await inTransaction(db, async (tx) => {
    const consumed = await consumeToken(tx, { ...link, purpose, now })
    if (!token || !consumed) throw new Gone()
    const { emailKey: key } = consumed
    if (change === 'leave') return removeFromWaitlist(tx, key)
    const { locale } = mailWriter.translator
    const email = token.payload ?? key
    return tx
      .insertInto('waitlist')
      .values({ id: newId(), email, email_key: key, locale, created_at: now })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .execute()
  })
}

/** @returns the removed entry, for one of concurrent callers; null if the address does not wait */
export async function removeFromWaitlist(
  tx: Db,
  emailKey: string,
): Promise<{ email: string; locale: string | null } | null> {
  const removed = await tx
    .deleteFrom('waitlist')
    .where('email_key', '=', emailKey)
    .returning(['email', 'locale'])
    .executeTakeFirst()
  return removed ?? null
}

/** Invites an address that waits, in its language, and once. @returns null if it does not wait, or has an account */
export async function inviteWaiting(
  { db, mailWriter, ...context }: Pick<ActionContext, 'db' | 'keys' | 'mailWriter' | 'now'>,
  emailKey: string,
): Promise<{ email: string } | null> {
  return inTransaction(db, async (tx) => {
    const removed = await removeFromWaitlist(tx, emailKey)
    if (!removed) return null
    const { email, locale } = removed
    const invited = await invite(
      tx,
      { ...context, mailWriter: inLanguageOf(mailWriter, locale) },
      { address: { email, key: emailKey }, days: defaultInvitationDays },
    )
    return invited && { email }
  })
}

interface WaitingAddress {
  id: string
  email: string
  email_key: string
  created_at: number
}

/** Waiting addresses, those who have waited longest first. @param after  id of an entry; the list begins behind it */
export async function waitingAddresses(
  db: Db,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<WaitingAddress[]> {
  const query = selectWaiting(db).orderBy('id').limit(limit)
  return (after === undefined ? query : query.where('id', '>', after)).execute()
}

/** The same, or null when nobody waits and nobody can. */
export async function offeredWaitlist(
  { db, config }: Pick<ActionContext, 'db' | 'config'>,
  page: Parameters<typeof waitingAddresses>[1],
): Promise<WaitingAddress[] | null> {
  const waiting = await waitingAddresses(db, page)
  return config.registration === 'waitlist' || waiting.length > 0 ? waiting : null
}

export async function waitingAddress(db: Db, id: string): Promise<WaitingAddress | null> {
  return (await selectWaiting(db).where('id', '=', id).executeTakeFirst()) ?? null
}

function selectWaiting(db: Db) {
  return db.selectFrom('waitlist').select(['id', 'email', 'email_key', 'created_at'])
}

/** Deletes entries that are too old, or whose address has an account by now. */
export async function pruneWaitlist(db: Db, now: number): Promise<void> {
  await deleteExpired(db, 'waitlist', {
    key: 'id',
    due: 'created_at',
    through: now - waitlistRetentionMs,
  })
  const yieldIfBusy = createYielder()
  const entries = db.selectFrom('waitlist').select(['id', 'email_key']).orderBy('id').limit(100)
  for await (const rows of batches(entries, ({ id }) => entries.where('id', '>', id))) {
    const emailKeys = rows.map(({ email_key }) => email_key)
    for (const key of await takenEmailKeys(db, emailKeys))
      await db.deleteFrom('waitlist').where('email_key', '=', key).execute()
    await yieldIfBusy()
  }
}

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { type CodeRequester, issueCodeFor } from '#app/platform/auth/mailed-codes.ts'
import {
  issueToken,
  newestToken,
  formatLink,
  revokeTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import { rejectRequiredProviderAddressChange } from '#app/platform/auth/required-provider.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { maySendMail, maySendRestoringMail } from '#app/platform/mail/mail-rate-limits.ts'
import { recipientOf } from '#app/platform/mail/mail-writer.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { addressTakenMail } from './address-taken.mail.ts'
import { changeRequestedNotice } from './change-requested.mail.ts'
import { confirmNewAddressMail } from './confirm-new-address.mail.ts'

const purpose = 'email-change'

/** @throws ValidationError for the address that the account has already */
export function requireOtherAddress(entered: string, current: string): void {
  if (entered === current)
    throw new ValidationError({ email: 'This is already your email address.' })
}

/**
 * Requests a change of address, which replaces an earlier request and takes effect once the new address is verified. The
 * response does not reveal that an address belongs to another account; only the mail differs.
 *
 * @param requester  the browser that can confirm it by the code of the mail
 * @returns false when no mail was sent because there were too many
 */
export async function requestEmailChange(
  context: ActionContext,
  actor: Actor,
  email: string,
  requester: CodeRequester | null,
): Promise<boolean> {
  const maySend = () => maySendMail(context.limits, { to: email, ...actor })
  return requestChange(context, actor, email, { maySend, requester })
}

/** Requests a change back to an address that the account had. A thief cannot use up these mails with others. */
export async function requestAddressBack(
  context: ActionContext,
  actor: Actor,
  email: string,
): Promise<void> {
  const maySend = () => maySendRestoringMail(context.limits, actor.userId)
  await requestChange(context, actor, email, { maySend, restores: true, requester: null })
}

interface RequestOptions {
  maySend: () => Promise<boolean>
  restores?: boolean
  requester: CodeRequester | null
}

async function requestChange(
  context: ActionContext,
  actor: Actor,
  email: string,
  { maySend, restores = false, requester }: RequestOptions,
): Promise<boolean> {
  const { db, now } = context
  const current = await accountAddress(db, actor.userId)
  const isSpelling = current.email_key === emailKey(email)
  if (!isSpelling) rejectRequiredProviderAddressChange(current.email, email, context.config)
  const isWithinLimits = isSpelling || (await maySend())

  await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    const user = await accountAddress(tx, actor.userId)
    if (user.email_key === emailKey(email)) return updateSpelling(tx, actor, user.email, email)
    // Without another mail, the link in the last one must stay valid.
    if (!isWithinLimits && (await isPending(tx, context, actor, email))) return

    const endsAt = toIso(now + linkLifetimeMs)
    const change = { from: user.email, to: email, endsAt, ...(restores && { restores }) }
    await recordEvent(tx, actor, 'address-change.asked', change)
    const sendMail = await replaceConfirmationLink(tx, context, actor, { email, requester })
    if (!isWithinLimits) return
    await sendMail()
    await sendSecurityNotice(tx, context, actor, changeRequestedNotice(email))
  })
  return isWithinLimits
}

function accountAddress(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

async function isPending(
  tx: Tx,
  { keys, now }: ActionContext,
  { userId }: Actor,
  email: string,
): Promise<boolean> {
  const pending = await newestToken(tx, keys, { userId, purpose, emailKey: emailKey(email), now })
  return pending !== null
}

/** Sends a new link and revokes the old one. @returns false when no change is pending */
export async function resendEmailChangeLink(
  context: ActionContext,
  actor: Actor,
  requester: CodeRequester | null,
): Promise<boolean> {
  const { db, keys, limits, now } = context
  const { userId } = actor
  const current = await newestToken(db, keys, { userId, purpose, now })
  if (!current?.payload) return false
  if (!(await maySendMail(limits, { to: current.payload, userId }))) return true

  return inTransaction(db, async (tx) => {
    await lockAccountRow(tx, userId)
    const pending = await newestToken(tx, keys, { userId, purpose, now })
    if (!pending?.payload) return false
    const eventData = { to: pending.payload, endsAt: toIso(now + linkLifetimeMs) }
    await recordEvent(tx, actor, 'address-change.sent-again', eventData)
    const newLink = { email: pending.payload, requester }
    const sendMail = await replaceConfirmationLink(tx, context, actor, newLink)
    await sendMail()
    // At the request the owner was not notified if no mail could be sent then.
    await sendSecurityNotice(tx, context, actor, changeRequestedNotice(pending.payload))
    return true
  })
}

/** Idempotent. */
export async function cancelEmailChange({ db, keys }: ActionContext, actor: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    await cancelPendingEmailChange(tx, keys, actor)
  })
}

/** Revokes the confirmation link and records that the change is cancelled, if one is pending. */
export async function cancelPendingEmailChange(tx: Tx, keys: Keyring, actor: Actor): Promise<void> {
  const { userId, now } = actor
  const pending = await newestToken(tx, keys, { userId, purpose, now })
  const wasPending = await revokeTokens(tx, userId, { only: purpose })
  if (!wasPending || !pending?.payload) return
  await recordEvent(tx, actor, 'address-change.withdrawn', { to: pending.payload })
}

/** Changes only the spelling: the mailbox is the same, so it needs no verification. */
async function updateSpelling(tx: Tx, actor: Actor, from: string, to: string): Promise<void> {
  if (from === to) return
  await tx.updateTable('users').set({ email: to }).where('id', '=', actor.userId).execute()
  await recordEvent(tx, actor, 'address.changed', { from, to })
}

/** Stores a new link and its code, and revokes the old ones. @returns a function that mails it */
async function replaceConfirmationLink(
  tx: Tx,
  { keys, mailWriter, now }: ActionContext,
  { userId }: Actor,
  { email, requester }: { email: string; requester: CodeRequester | null },
): Promise<() => Promise<void>> {
  await revokeTokens(tx, userId, { only: purpose })
  const newEmailKey = emailKey(email)
  const link = await issueToken(tx, keys, {
    purpose,
    userId,
    emailKey: newEmailKey,
    payload: email,
    ttlMs: linkLifetimeMs,
    now,
  })
  const owner = await emailOwner(tx, newEmailKey)
  // Their own additional address may become the primary one.
  const existingOwner = owner?.id === userId ? undefined : owner
  const path = route('email-change.confirm', { token: formatLink(link) })
  const target = { purpose, emailKey: newEmailKey, userId, payload: path, now } as const
  const code = await issueCodeFor(requester, tx, keys, target)
  const mail = existingOwner
    ? addressTakenMail(mailWriter, existingOwner.locale)
    : confirmNewAddressMail(mailWriter, path, code)
  const recipient = existingOwner ? recipientOf(existingOwner) : { name: '', email }
  return () => mailWriter.send(tx, recipient, mail)
}

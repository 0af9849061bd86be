import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import {
  issueToken,
  newestToken,
  formatLink,
  revokeTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { addressTakenMail } from './address-taken.mail.ts'
import { changeRequestedNotice } from './change-requested.mail.ts'
import { confirmNewAddressMail } from './confirm-new-address.mail.ts'

const purpose = 'email-change'

/**
 * Requests a change of address, which replaces an earlier request and takes effect once the new address is verified. The
 * response does not reveal that an address belongs to another account; only the mail differs.
 */
export async function requestEmailChange(
  context: ActionContext,
  actor: Actor,
  email: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['name', 'email', 'email_key'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    if (user.email_key === emailKey(email)) return updateSpelling(tx, actor, user.email, email)

    // Runs first because it locks the account's row, so that concurrent requests are serialized.
    const endsAt = toIso(actor.now + linkLifetimeMs)
    await recordEvent(tx, actor, 'address-change.asked', { from: user.email, to: email, endsAt })
    await sendConfirmationLink(tx, context, actor, { name: user.name, email })
    await sendSecurityNotice(tx, context, actor, changeRequestedNotice(email))
  })
}

/** Sends a new link and revokes the old one. @returns false when no change is pending */
export async function resendEmailChangeLink(
  context: ActionContext,
  actor: Actor,
): Promise<boolean> {
  const { userId, now } = actor
  return inTransaction(context.db, async (tx) => {
    await lockAccountRow(tx, userId)
    const pending = await newestToken(tx, context.keys, { userId, purpose, now })
    if (!pending?.payload) return false
    const eventData = { to: pending.payload, endsAt: toIso(now + linkLifetimeMs) }
    await recordEvent(tx, actor, 'address-change.sent-again', eventData)
    const { name } = await tx
      .selectFrom('users')
      .select('name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await sendConfirmationLink(tx, context, actor, { name, email: pending.payload })
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

async function sendConfirmationLink(
  tx: Tx,
  { keys, mailWriter, now }: ActionContext,
  { userId }: Actor,
  recipient: { name: string; email: string },
): Promise<void> {
  await revokeTokens(tx, userId, { only: purpose })
  const newEmailKey = emailKey(recipient.email)
  const link = await issueToken(tx, keys, {
    purpose,
    userId,
    emailKey: newEmailKey,
    payload: recipient.email,
    ttlMs: linkLifetimeMs,
    now,
  })
  const existingOwner = await tx
    .selectFrom('users')
    .select(['name', 'email', 'locale'])
    .where('email_key', '=', newEmailKey)
    .executeTakeFirst()
  const path = route('email-change.confirm', { token: formatLink(link) })
  const mail = existingOwner
    ? addressTakenMail(mailWriter, existingOwner.locale)
    : confirmNewAddressMail(mailWriter, path)
  await mailWriter.send(tx, existingOwner ?? recipient, mail)
}

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { findToken } from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { TakeoverItems } from '#app/platform/feature.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/limits.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { addressRemovedMail, addressRemovedNotice } from './notices.mail.ts'
import { revokeClaim } from './request-additional-address.ts'

const purpose = 'email-address'

/** Removes an additional address, or the request for one. Links mailed there stop working. @throws NotFound */
export async function removeEmailAddress(
  context: ActionContext,
  actor: Actor,
  id: string,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    if (await removeClaim(tx, context, actor, id)) return
    if ((await removeAndNotify(tx, context, actor, [id])) === 0) throw new NotFound()
  })
}

/** Revokes the request with this id. @returns whether there was one */
async function removeClaim(
  tx: Tx,
  { keys, now }: ActionContext,
  { userId }: Actor,
  id: string,
): Promise<boolean> {
  const claim = await findToken(tx, keys, { id, purpose, now })
  if (claim?.userId !== userId) return false
  return revokeClaim(tx, { keys, now }, { userId, emailKey: claim.emailKey })
}

/** Removes addresses without a mail, and ignores unknown ids. @returns the removed addresses */
export async function removeAdditionalAddresses(
  tx: Tx,
  actor: Actor,
  ids: readonly string[] | 'every',
): Promise<string[]> {
  if (ids.length === 0) return []
  const removed = await tx
    .deleteFrom('additional_addresses')
    .where('user_id', '=', actor.userId)
    .$if(ids !== 'every', (query) => query.where('id', 'in', ids))
    .returning(['id', 'email'])
    .execute()
  const sorted = removed.toSorted((a, b) => a.id.localeCompare(b.id))
  for (const { id, email } of sorted)
    await recordEvent(tx, actor, 'email-address.removed', { address: id, email })
  return sorted.map(({ email }) => email)
}

async function removeAndNotify(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  ids: readonly string[],
): Promise<number> {
  const { mailWriter } = context
  const { name, locale } = await tx
    .selectFrom('users')
    .select(['name', 'locale'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const removed = await removeAdditionalAddresses(tx, actor, ids)
  for (const email of removed) {
    await sendSecurityNotice(tx, context, actor, addressRemovedNotice(email))
    await mailWriter.send(tx, { name, email }, addressRemovedMail(mailWriter, locale))
  }
  return removed.length
}

/**
 * Removes the addresses of an attacker. Reported from a mail, it removes those added within the lifetime of the link in their
 * notice. Older ones always stay: they are the way back for an owner whose mailbox is the attacker's.
 */
export async function revertEmailAddresses(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { ids }: TakeoverItems,
): Promise<number> {
  return removeAndNotify(tx, context, actor, ids === 'every' ? await recent(tx, actor) : ids)
}

async function recent(tx: Tx, { userId, now }: Actor): Promise<string[]> {
  const rows = await tx
    .selectFrom('additional_addresses')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', now - takeoverLinkLifetimeMs)
    .execute()
  return rows.map(({ id }) => id)
}

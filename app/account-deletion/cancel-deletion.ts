import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import {
  consumeToken,
  findToken,
  type MailLink,
  revokeTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'

import { deletionCancelledNotice } from './deletion-cancelled.mail.ts'
import type { PendingDeletion } from './pages.ts'
import { deletionJobKeys, pendingDeletion } from './pending-deletion.ts'

const purpose = 'return'

/** @throws Gone when the grace period is over */
export async function cancelDeletion(context: ActionContext, actor: Actor): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    if (!(await keepAccount(tx, actor, 'page'))) throw new Gone()
    await sendSecurityNotice(tx, context, actor, deletionCancelledNotice())
  })
}

/** The account whose deletion the link would cancel; null for a used, expired or unknown link. */
export async function accountForCancelLink(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  link: MailLink,
): Promise<(PendingDeletion & { email: string }) | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) return null
  const user = await db
    .selectFrom('users')
    .select(['email', 'leaves_at'])
    .where('id', '=', token.userId)
    .executeTakeFirst()
  const pending = user && pendingDeletion(user)
  return pending ? { ...pending, email: user.email } : null
}

/**
 * Cancels the deletion by the link in its mail. Signs nobody in and ends every session, because someone else than the
 * owner may have requested the deletion. @throws Gone
 */
export async function cancelDeletionByLink(
  context: ActionContext,
  origin: RequestOrigin,
  link: MailLink,
): Promise<void> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) throw new Gone()
  const actor = { ...origin, userId: token.userId, sessionId: null }
  await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    if (!(await keepAccount(tx, actor, 'link'))) throw new Gone()

    await sendSecurityNotice(tx, context, actor, deletionCancelledNotice())
    await endSessions(tx, actor, { by: 'person', why: 'returned' })
  })
}

/** Withdraws a pending deletion. @returns false without one, or when the grace period is over */
export async function keepAccount(tx: Tx, actor: Actor, by: 'page' | 'link'): Promise<boolean> {
  const { userId, now } = actor
  const user = await tx
    .updateTable('users')
    .set({ leaves_at: null })
    .where('id', '=', userId)
    .where('leaves_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!user) return false

  const jobKeys = Object.values(deletionJobKeys(userId))
  await tx.deleteFrom('jobs').where('dedupe_key', 'in', jobKeys).execute()
  await revokeTokens(tx, userId, { only: purpose })
  await recordEvent(tx, actor, 'account.returned', { by })
  return true
}

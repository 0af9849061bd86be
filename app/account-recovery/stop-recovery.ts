import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import { consumeToken, findToken, type MailLink } from '#app/platform/auth/one-time-tokens.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { deleteRecovery } from '#app/platform/event-log/delete-open-recovery.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { recoveryStoppedNotice } from './notices.mail.ts'

const purpose = 'recovery-stop'

/** The account of a link to stop a recovery that is still open; null without one. */
export async function recoveryForLink(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  link: MailLink,
): Promise<{ userId: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) return null
  const isOpen = await isOpenRecovery(db, token.payload ?? '', now)
  return isOpen ? { userId: token.userId } : null
}

/** @throws Gone when there is nothing left to stop */
export async function stopByLink(
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
    const isUsable = await consumeToken(tx, { ...link, purpose, now })
    if (!isUsable || !(await isOpenRecovery(tx, token.payload ?? '', now))) throw new Gone()
    await stop(tx, context, actor, 'link')
  })
}

/** Stops the recovery of the signed-in account. Idempotent. */
export async function stopRecovery(context: ActionContext, actor: Actor): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    await stop(tx, context, actor, 'person')
  })
}

async function stop(tx: Tx, context: ActionContext, actor: Actor, by: 'person' | 'link') {
  if (!(await deleteRecovery(tx, actor))) return
  await recordEvent(tx, actor, 'recovery.stopped', { by })
  await sendSecurityNotice(tx, context, actor, recoveryStoppedNotice())
}

async function isOpenRecovery(db: Db, id: string, now: number): Promise<boolean> {
  const found = await db
    .selectFrom('account_recoveries')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

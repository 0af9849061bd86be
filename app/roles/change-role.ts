import type { Role } from '#app/permissions.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { type NoticeContext, sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSupportOf } from '#app/platform/sessions/support-sessions.ts'

import { roleChangedNotice } from './role-changed.mail.ts'

/**
 * Gives an account a role, or takes it away. It counts from the next request on: each request reads the role.
 *
 * @returns false when the account has that role already
 */
export async function changeRole(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  after: Role | null,
): Promise<boolean> {
  await lockAccountRow(tx, actor.userId)
  const { role: before } = await tx
    .selectFrom('users')
    .select('role')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (before === after) return false
  await tx.updateTable('users').set({ role: after }).where('id', '=', actor.userId).execute()
  await endSupportOf(tx, actor.userId)
  await recordEvent(tx, actor, 'role.changed', { before, after })
  await sendSecurityNotice(tx, context, actor, roleChangedNotice(after))
  return true
}

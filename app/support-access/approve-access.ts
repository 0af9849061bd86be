import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { minute } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { notify } from '#app/platform/notifications/notify.ts'

import { supportAccessMinutes } from './limits.ts'
import { accessApprovedNotice } from './notices.mail.ts'
import type { SupportAccessPages } from './pages.ts'

type ShownRequest = SupportAccessPages['Auth/SupportAccess']['request']

/**
 * The request behind a link. Null when it is of another account.
 *
 * @throws Gone when it is answered, withdrawn or expired, and when the administrator has signed out
 */
export async function accessRequest(
  db: Db,
  { userId, now }: Pick<SessionActor, 'userId' | 'now'>,
  access: string,
): Promise<ShownRequest> {
  const row = await openRequests(db, now)
    .innerJoin('users', 'users.id', 'administrator_id')
    .select(['support_sessions.user_id', 'reason', 'support_sessions.expires_at', 'users.name'])
    .where('support_sessions.id', '=', access)
    .executeTakeFirst()
  if (!row) throw new Gone()
  if (row.user_id !== userId) return null
  const { name, reason, expires_at } = row
  const expiresAt = toIso(expires_at)
  return { administrator: name, reason, minutes: supportAccessMinutes, expiresAt }
}

/** Approves a request. Of concurrent approvals one succeeds. @throws Gone */
export async function approveAccess(
  context: ActionContext,
  actor: SessionActor,
  access: string,
): Promise<void> {
  const { userId, now } = actor
  const expiresAt = now + supportAccessMinutes * minute
  await inTransaction(context.db, async (tx) => {
    await lockAccountRow(tx, userId)
    const approved = await tx
      .updateTable('support_sessions')
      .set({ approved_at: now, expires_at: expiresAt })
      .where('user_id', '=', userId)
      .where('id', 'in', openRequests(tx, now).select('support_sessions.id'))
      .where('id', '=', access)
      .returning('administrator_id')
      .executeTakeFirst()
    if (!approved) throw new Gone()
    const name = await nameOf(tx, approved.administrator_id)
    const event = { access, name, endsAt: toIso(expiresAt) }
    await recordEvent(tx, actor, 'support-access.approved', event)
    await sendSecurityNotice(tx, context, actor, accessApprovedNotice())
    const administrator = { userId: approved.administrator_id, sessionId: null, now }
    await notify(tx, administrator, {
      type: 'support-access-granted',
      data: { account: userId },
    })
  })
}

/** The requests that wait for an answer, of administrators who are still signed in. */
function openRequests(db: Db, now: number) {
  return db
    .selectFrom('support_sessions')
    .innerJoin('sessions', 'sessions.id', 'support_sessions.session_id')
    .where('approved_at', 'is', null)
    .where('support_sessions.expires_at', '>', now)
    .where('sessions.expires_at', '>', now)
    .where('sessions.ends_at', '>', now)
}

async function nameOf(db: Db, userId: string): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}

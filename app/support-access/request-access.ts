import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Forbidden, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { requestLifetimeMs } from './limits.ts'
import { accessRequestedNotice } from './notices.mail.ts'

/**
 * Asks the owner to let an administrator see the account. A request or an access before is replaced.
 *
 * @param actor  the administrator, on the account of the owner
 * @param sessionId  of the administrator; no other session will see anything
 * @throws ValidationError for an account that nobody can sign in to
 */
export async function requestAccess(
  context: ActionContext,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  const { performedBy, userId, now } = actor
  if (!performedBy) throw new Forbidden()
  const access = newId()
  const expiresAt = now + requestLifetimeMs
  await inTransaction(context.db, async (tx) => {
    await lockAccountRow(tx, userId)
    const { locked_at, leaves_at } = await tx
      .selectFrom('users')
      .select(['locked_at', 'leaves_at'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (locked_at !== null || leaves_at !== null)
      throw new ValidationError({ reason: 'Nobody can sign in to this account at the moment.' })
    await tx
      .deleteFrom('support_sessions')
      .where('user_id', '=', userId)
      .where('administrator_id', '=', performedBy.id)
      .execute()
    await tx
      .insertInto('support_sessions')
      .values({
        id: access,
        user_id: userId,
        administrator_id: performedBy.id,
        session_id: sessionId,
        reason: performedBy.reason ?? '',
        requested_at: now,
        approved_at: null,
        opened_at: null,
        opened_pages: '[]',
        expires_at: expiresAt,
      })
      .execute()
    await recordEvent(tx, actor, 'support-access.requested', { access, endsAt: toIso(expiresAt) })
    await sendSecurityNotice(tx, context, actor, accessRequestedNotice(access))
  })
}

import type { ActionContext } from '#app/platform/action-context.ts'
import { administratorActor, type SessionActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

/**
 * Ends an access or declines its request, by either side. Without one, nothing happens.
 *
 * @returns the id of the account; null without one
 */
export async function endAccess(
  { db }: Pick<ActionContext, 'db'>,
  actor: SessionActor,
  { access, name }: { access: string; name: string },
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('support_sessions')
      .select('user_id')
      .where('id', '=', access)
      .where(({ eb, or }) =>
        or([eb('user_id', '=', actor.userId), eb('administrator_id', '=', actor.userId)]),
      )
      .executeTakeFirst()
    if (!found) return null
    const owner = found.user_id
    await lockAccountRow(tx, owner)
    const ended = await tx
      .deleteFrom('support_sessions')
      .where('id', '=', access)
      .returning(['approved_at', 'reason'])
      .executeTakeFirst()
    if (!ended) return owner
    const { approved_at, reason } = ended
    if (owner === actor.userId) {
      if (approved_at === null) await recordEvent(tx, actor, 'support-access.declined', { access })
      else await recordEvent(tx, actor, 'support-access.ended', { access, by: 'person' })
      return owner
    }
    const administrator = administratorActor(owner, { id: actor.userId, name, reason }, actor.now)
    await recordEvent(tx, administrator, 'support-access.ended', { access, by: 'administrator' })
    return owner
  })
}

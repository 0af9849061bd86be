import { administratorActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import type { SupportAccess } from '#app/platform/sessions/support-sessions.ts'

/**
 * Records a page before it is shown, once per access: a second visit and requests for parts of it add nothing.
 *
 * @throws Gone when the access has just been ended
 */
export async function recordPage(
  db: Db,
  { id: access, administratorId, reason, owner }: SupportAccess,
  { path, name, now }: { path: string; name: string; now: number },
): Promise<void> {
  const userId = owner.user_id
  await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, userId)
    const current = await tx
      .selectFrom('support_sessions')
      .select('opened_pages')
      .where('id', '=', access)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (!current) throw new Gone()
    const opened: string[] = JSON.parse(current.opened_pages)
    if (opened.includes(path)) return
    await tx
      .updateTable('support_sessions')
      .set({ opened_pages: JSON.stringify([...opened, path]) })
      .where('id', '=', access)
      .execute()
    const actor = administratorActor(userId, { id: administratorId, name, reason }, now)
    await recordEvent(tx, actor, 'support-access.page-opened', { access, path })
  })
}

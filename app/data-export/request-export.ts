import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { newId } from '#app/platform/lib/ids.ts'

import { stalledExportMs } from './limits.ts'

/**
 * Requests a new export, which replaces the last one, unless one is in progress.
 *
 * @param countAttempt  called once per new export; throws to reject the request
 */
export async function requestExport(
  { db, keys }: Pick<ActionContext, 'db' | 'keys'>,
  actor: Actor,
  countAttempt: () => Promise<void>,
): Promise<void> {
  const { userId, now } = actor
  const newExport = {
    id: newId(),
    state: 'working',
    done: 0,
    total: 0,
    bytes: null,
    created_at: now,
    touched_at: now,
    expires_at: null,
  } as const

  // A retried transaction does not count again.
  let counted: Promise<void> | undefined
  await inTransaction(db, async (tx) => {
    const created = await tx
      .insertInto('data_exports')
      .values({ user_id: userId, ...newExport })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(newExport)
          .where(({ eb, or }) =>
            or([
              eb('data_exports.state', '!=', 'working'),
              eb('data_exports.touched_at', '<', now - stalledExportMs),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst()
    if (!created) return
    await (counted ??= countAttempt())

    await recordEvent(tx, actor, 'data-export.requested', { export: created.id })
    const payload = { userId, exportId: created.id }
    const dedupeKey = `data-export:${created.id}:${userId}`
    await enqueue(tx, keys, { kind: 'data-export', payload, now, dedupeKey })
  })
}

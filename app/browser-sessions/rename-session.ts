import { z } from 'zod'

import type { SessionActor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { nameField } from '#app/platform/validation/form-fields.ts'

import { maxSessionNameLength } from './limits.ts'

const tooLongMessage = 'Use a shorter name.'

/** An empty name is stored as none, so the browser's is shown. */
export const SessionNameForm = z.object({
  name: z.union([
    z.literal('').transform(() => null),
    nameField('Enter a name.').refine(
      (name) => name.length <= maxSessionNameLength,
      tooLongMessage,
    ),
  ]),
})

/** Names the device of one of the account's sessions. @throws NotFound */
export async function renameSession(
  db: Db,
  actor: SessionActor,
  session: string,
  name: string | null,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    const found = await tx
      .selectFrom('sessions')
      .select('name')
      .where('id', '=', session)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst()
    if (!found) throw new NotFound()
    if (found.name === name) return
    await tx.updateTable('sessions').set({ name }).where('id', '=', session).execute()
    await recordEvent(tx, actor, 'session.renamed', { session, before: found.name, after: name })
  })
}

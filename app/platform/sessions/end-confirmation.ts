import type { SessionActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

/** Asks again from now on, before anything that wants a confirmation. */
export async function endConfirmation(tx: Tx, actor: SessionActor): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('id', '=', actor.sessionId)
    .where('confirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (ended)
    await recordEvent(tx, actor, 'session.confirmation-ended', { session: actor.sessionId })
}

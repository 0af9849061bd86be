import type { SessionActor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

/** Ends the session's confirmation, so that the next protected action requires a new one. */
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

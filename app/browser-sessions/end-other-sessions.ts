import { z } from 'zod'

import { revokeOpenLinks } from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotSignedIn } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { passwordInput } from '#app/platform/validation/form-fields.ts'
import { untrustDevices } from '#app/trusted-devices/trusted-devices.ts'

/** The password is required unless the session was confirmed recently. */
export const EndOtherSessionsForm = z.object({ password: passwordInput.optional() }).nullish()

/**
 * Ends all other sessions and revokes open links and trusted devices, which anyone using those sessions may have created.
 *
 * @returns how many sessions ended
 * @throws NotSignedIn when another session has just ended this one
 */
export async function endOtherSessions(
  { db, keys }: Pick<ActionContext, 'db' | 'keys'>,
  actor: SessionActor,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Serializes two sessions that end each other, so that one survives.
    await lockAccountRow(tx, actor.userId)
    const current = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', actor.sessionId)
      .executeTakeFirst()
    if (!current) throw new NotSignedIn()
    await revokeOpenLinks(tx, keys, actor)
    await untrustDevices(tx, actor, 'every')
    return endSessions(tx, actor, { by: 'other-session', why: 'ended' }, actor.sessionId)
  })
}

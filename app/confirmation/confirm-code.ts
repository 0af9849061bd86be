import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { confirmSession } from '#app/platform/sessions/sessions.ts'
import { codeMessages, verifyCode } from '#app/two-factor/two-factor.ts'

/** Confirms the session by a code of the authenticator app. @returns its new secret @throws ValidationError */
export async function confirmCode(
  { db, keys, realNow }: Pick<ActionContext, 'db' | 'keys' | 'realNow'>,
  actor: SessionActor,
  code: string,
): Promise<{ secret: string }> {
  return inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    const result = await verifyCode(tx, keys, { userId: actor.userId, code, realNow })
    if (result !== 'valid') throw new ValidationError({ code: codeMessages[result] })
    return confirmSession(tx, actor, 'code')
  })
}

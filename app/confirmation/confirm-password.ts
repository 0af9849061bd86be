import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { requireCurrentPassword } from '#app/platform/auth/require-current-password.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { confirmSession } from '#app/platform/sessions/sessions.ts'

/** Confirms the session by the password. @returns its new secret @throws ValidationError */
export async function confirmPassword(
  context: Pick<ActionContext, 'db' | 'keys'>,
  actor: SessionActor,
  password: string,
): Promise<{ secret: string }> {
  await requireCurrentPassword(context, actor, password)
  // No race: a concurrent password change ends this session or rotates its secret.
  return inTransaction(context.db, (tx) => confirmSession(tx, actor, 'password'))
}

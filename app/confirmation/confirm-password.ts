import type { SessionActor } from '#app/platform/actor.ts'
import { requireCurrentPassword } from '#app/platform/auth/require-current-password.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { confirmSession } from '#app/platform/sessions/sessions.ts'

/** Confirms the session for whoever knows the password. @returns its new secret @throws Invalid */
export async function confirmPassword(
  db: Db,
  actor: SessionActor,
  password: string,
): Promise<{ secret: string }> {
  await requireCurrentPassword(db, actor, password)
  // Whoever changes the password meanwhile also ends this session or gives it a new secret.
  return inTransaction(db, (tx) => confirmSession(tx, actor, 'password'))
}

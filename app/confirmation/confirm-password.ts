import type { SessionAccount } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { provePassword } from '#app/platform/prove-password.ts'
import { confirmSession } from '#app/platform/sessions.ts'

/** Confirms the session for whoever knows the password. @returns its new secret @throws Invalid */
export async function confirmPassword(
  db: Db,
  account: SessionAccount,
  password: string,
): Promise<{ secret: string }> {
  await provePassword(db, account, password)
  // Whoever changes the password meanwhile also ends this session or gives it a new secret.
  return inTransaction(db, (tx) => confirmSession(tx, account, 'password'))
}

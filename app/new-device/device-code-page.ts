import type { Pages } from '#app/pages.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { PendingSignIn } from '#app/two-factor/two-factor.ts'

import { deviceCodeRecipient } from './device-code-recipient.ts'

/** @returns null when the sign-in is over */
export async function deviceCodePage(
  db: Db,
  challenge: PendingSignIn,
): Promise<Pick<Pages['Auth/NewDevice'], 'email' | 'isCodeSent'> | null> {
  const owner = await deviceCodeRecipient(db, challenge)
  const row = await db
    .selectFrom('two_factor_challenges')
    .select('code_sent_at')
    .where('id', '=', challenge.id)
    .executeTakeFirst()
  return owner && row ? { email: owner.email, isCodeSent: row.code_sent_at !== null } : null
}

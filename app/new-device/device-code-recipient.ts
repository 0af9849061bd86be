import { emailOwner } from '#app/platform/auth/email-owner.ts'
import type { Db } from '#app/platform/db/connect.ts'
import type { PendingSignIn } from '#app/two-factor/two-factor.ts'

/** The address that was entered with the password, to which the code is mailed; undefined once it no longer signs in. */
export async function deviceCodeRecipient(
  db: Db,
  { userId, emailKey }: Pick<PendingSignIn, 'userId' | 'emailKey'>,
) {
  const owner = await emailOwner(db, emailKey ?? '', { signsIn: true })
  return owner?.id === userId ? owner : undefined
}

import type { Actor } from '#app/platform/actor.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { decryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'

import { passwordMatches } from './password-hash.ts'

/**
 * Checks the password of a signed-in user. The caller limits attempts, see app/http/security/password-attempts.ts.
 *
 * @throws ValidationError on `password`, also when the account has none
 */
export async function requireCurrentPassword(
  { db, keys }: { db: Db; keys: Keyring },
  { userId }: Pick<Actor, 'userId'>,
  typed: string,
): Promise<void> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await passwordMatches(typed, decryptPasswordHash(keys, userId, password_hash)))) {
    throw new ValidationError({ password: "That password isn't right. Try again." })
  }
}

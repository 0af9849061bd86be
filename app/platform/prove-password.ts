import type { Account } from '#app/platform/account.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { Invalid } from '#app/platform/errors.ts'
import { passwordMatches } from '#app/platform/password-hash.ts'

/**
 * For whoever is signed in and asked for the password again. Its caller counts the tries: see app/http/password-guess.ts.
 *
 * @throws Invalid at `password`, also when the account has none
 */
export async function provePassword(
  db: Db,
  { userId }: Pick<Account, 'userId'>,
  typed: string,
): Promise<void> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await passwordMatches(typed, password_hash))) {
    throw new Invalid({ password: 'That is not your password.' })
  }
}

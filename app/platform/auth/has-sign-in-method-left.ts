import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'

/**
 * Whether the account has a password, a passkey, or a linked account at a provider that is still offered.
 *
 * @param without  linked accounts that do not count
 */
export async function hasSignInMethodLeft(
  db: Db,
  userId: string,
  { providers }: Pick<Config, 'providers'>,
  without: readonly string[] = [],
): Promise<boolean> {
  const offered = providers.map(({ id }) => id)
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(({ or, eb, exists, selectFrom }) => {
      const passkeys = selectFrom('passkeys')
        .select('passkeys.id')
        .where('user_id', '=', userId)
        .where('second_factor_only', '=', 0)
      const linked = selectFrom('linked_accounts')
        .select('linked_accounts.id')
        .where('user_id', '=', userId)
        .where('provider', 'in', offered)
        .$if(without.length > 0, (query) => query.where('linked_accounts.id', 'not in', without))
      return or([
        eb('password_hash', 'is not', null),
        exists(passkeys),
        ...(offered.length > 0 ? [exists(linked)] : []),
      ])
    })
    .executeTakeFirst()
  return found !== undefined
}

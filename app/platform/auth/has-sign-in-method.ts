import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'

/** Whether the account has a password, a passkey, or a linked account at a provider that is still offered. */
export async function hasSignInMethod(
  db: Db,
  userId: string,
  { providers }: Pick<Config, 'providers'>,
): Promise<boolean> {
  const offered = providers.map(({ id }) => id)
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(({ or, eb, exists, selectFrom }) => {
      const passkeys = selectFrom('passkeys').select('passkeys.id').where('user_id', '=', userId)
      const linked = selectFrom('linked_accounts')
        .select('linked_accounts.id')
        .where('user_id', '=', userId)
        .where('provider', 'in', offered)
      return or([
        eb('password_hash', 'is not', null),
        exists(passkeys),
        ...(offered.length > 0 ? [exists(linked)] : []),
      ])
    })
    .executeTakeFirst()
  return found !== undefined
}

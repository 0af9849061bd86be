import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'

/** Whether more than a password can be asked for: codes from an app, or a passkey. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await userWithSecondFactor(db, { userId })).length > 0
}

// Where a second factor is demanded, asked by every request of someone without codes.
const userWithSecondFactor = preparedQuery((db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('two_factor_enabled_at', 'is not', null),
        exists(selectFrom('passkeys').select('passkeys.id').whereRef('user_id', '=', 'users.id')),
      ]),
    ),
)

import type { ExpressionBuilder } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import { preparedQuery } from '#app/platform/db/prepared-query.ts'
import type { Schema } from '#app/platform/db/schema.ts'

/** Whether the account has a factor to ask for after the first: an authenticator app, a passkey or a security key. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return (await userWithSecondFactor(db, { userId })).length > 0
}

// With REQUIRE_TWO_FACTOR this runs on every request of a user without an authenticator app.
const userWithSecondFactor = preparedQuery((db: Db, { userId }: { userId: string }) =>
  db.selectFrom('users').select('id').where('id', '=', userId).where(secondFactorExists),
)

/** A condition on the rows of accounts. */
export const secondFactorExists = ({
  or,
  eb,
  exists,
  selectFrom,
}: ExpressionBuilder<Schema, 'users'>) =>
  or([
    eb('two_factor_secret_sealed', 'is not', null),
    exists(selectFrom('passkeys').select('passkeys.id').whereRef('user_id', '=', 'users.id')),
  ])

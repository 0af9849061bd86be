import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { profileFieldNames } from '#app/profile-fields.ts'

/** Reads the account again after an update. */
export function readUser(db: Db, { userId }: Pick<Actor, 'userId'>) {
  return db
    .selectFrom('users')
    .select(['id as user_id', 'email', 'email_verified_at', 'created_at'])
    .select(profileFieldNames)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

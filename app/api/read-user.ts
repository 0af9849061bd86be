import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'

/** Reads the account again after an update. */
export function readUser(db: Db, { userId }: Pick<Actor, 'userId'>) {
  return db
    .selectFrom('users')
    .select(['id as user_id', 'name', 'email', 'email_verified_at', 'locale', 'timezone'])
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

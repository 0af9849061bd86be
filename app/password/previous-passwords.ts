import type { ActionContext } from '#app/platform/action-context.ts'
import { passwordMatches } from '#app/platform/auth/password-hash.ts'
import { decryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { newId } from '#app/platform/lib/ids.ts'

export const previousPasswordPurpose = 'previous-password'

/** Call it last: it computes a hash for each password. @throws ValidationError for the current password or a previous one */
export async function refusePreviousPassword(
  { db, keys, config }: ActionContext,
  userId: string,
  password: string,
): Promise<void> {
  if (config.passwordHistory === 0) return
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('previous_passwords')
    .select(['id', 'hash_sealed'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(config.passwordHistory)
    .execute()
  const previous = rows.map((row) => keys.decrypt(previousPasswordPurpose, row.hash_sealed, row.id))
  for (const hash of [decryptPasswordHash(keys, userId, password_hash), ...previous]) {
    if (hash !== null && (await passwordMatches(password, hash)))
      throw new ValidationError({
        password: "Choose a password you haven't used here before.",
      })
  }
}

/**
 * Keeps the hash of a password that is about to be replaced or removed, and deletes those beyond `PASSWORD_HISTORY`.
 *
 * @returns the hash; null without a password
 */
export async function keepPreviousPassword(
  tx: Tx,
  { keys, config, now }: ActionContext,
  userId: string,
): Promise<string | null> {
  const user = await lockAccountRow(tx, userId)
  const hash = decryptPasswordHash(keys, userId, user?.password_hash ?? null)
  if (hash !== null && config.passwordHistory > 0) {
    const id = newId()
    const hash_sealed = keys.encrypt(previousPasswordPurpose, hash, id)
    await tx
      .insertInto('previous_passwords')
      .values({ id, user_id: userId, hash_sealed, replaced_at: now })
      .execute()
  }
  const kept = tx
    .selectFrom('previous_passwords')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(config.passwordHistory)
  await tx
    .deleteFrom('previous_passwords')
    .where('user_id', '=', userId)
    .where('id', 'not in', kept)
    .execute()
  return hash
}

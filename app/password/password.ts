import type { PasswordSection } from '#app/pages.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'

export { sendRecoveryLink } from './send-recovery-link.ts'

export async function passwordSection(
  { db, config }: { db: Db; config: Pick<Config, 'passwordMinLength'> },
  { userId }: Pick<Actor, 'userId'>,
): Promise<PasswordSection> {
  const { password_hash, token } = await db
    .selectFrom('users')
    .leftJoin('api_tokens', (join) =>
      join.onRef('api_tokens.user_id', '=', 'users.id').on('revoked_at', 'is', null),
    )
    .select(['password_hash', 'api_tokens.id as token'])
    .where('users.id', '=', userId)
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    hasPassword: password_hash !== null,
    hasTokens: token !== null,
    minLength: config.passwordMinLength,
  }
}

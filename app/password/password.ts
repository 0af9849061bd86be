import type { PasswordSection } from '#app/pages.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'

import { hasApiAccess } from './api-access.ts'

export { createResetLink, revokeOpenLinks } from './reset-links.ts'
export { sendRecoveryLink } from './send-recovery-link.ts'

export async function passwordSection(
  { db, config }: { db: Db; config: Pick<Config, 'passwordMinLength'> },
  { userId }: Pick<Actor, 'userId'>,
): Promise<PasswordSection> {
  const { password_hash, hasTokens } = await db
    .selectFrom('users')
    .select(['password_hash', hasApiAccess(db, userId).as('hasTokens')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    hasPassword: password_hash !== null,
    hasTokens: Boolean(hasTokens),
    minLength: config.passwordMinLength,
  }
}

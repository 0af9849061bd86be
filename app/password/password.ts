import type { AccountEventType } from '#app/account-events.ts'
import { features } from '#app/features.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasApiAccess } from '#app/platform/auth/has-api-access.ts'
import type { Config } from '#app/platform/config/config.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import type { PasswordSection } from './pages.ts'

export { revokeApiAccess } from './revoke-api-access.ts'
export { keepPreviousPassword, refusePreviousPassword } from './previous-passwords.ts'
export { createResetLink, revokeOpenLinks } from './reset-links.ts'
export { requestResetLink } from './reset-link.job.ts'
export { sendFirstPasswordLink, sendPasswordLink, sendRecoveryLink } from './mail-reset-link.ts'

const changeTypes: AccountEventType[] = ['password.changed', 'password.reset']

export async function passwordSection(
  { db, config }: { db: Db; config: Pick<Config, 'passwordMinLength'> },
  { userId }: Pick<Actor, 'userId'>,
): Promise<PasswordSection> {
  const { password_hash, hasTokens, changedAt } = await db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      'password_hash',
      hasApiAccess(features, db, userId).as('hasTokens'),
      selectFrom('events')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('user_id', '=', userId)
        .where('type', 'in', changeTypes)
        .as('changedAt'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    hasPassword: password_hash !== null,
    changedAt: toIso(password_hash === null || changedAt === null ? null : Number(changedAt)),
    hasTokens: Boolean(hasTokens),
    minLength: config.passwordMinLength,
  }
}

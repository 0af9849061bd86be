import { revokeAllApiTokens, unrevokedApiTokens } from '#app/api-tokens/api-tokens.ts'
import { systemActor } from '#app/platform/actor.ts'
import { requiredProvider } from '#app/platform/auth/required-provider.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import type { FeatureJobServices } from '#app/platform/feature.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { providerLabel } from './linked-accounts.ts'
import { tokensRevokedNotice } from './notices.mail.ts'

interface LinkedAccount {
  user_id: string
  provider: string
}

type Config = FeatureJobServices['config']

/** Whether the account has API tokens, and its domain leaves it to this provider who has an account. */
export async function governsApiTokens(
  db: Db,
  config: Config,
  { user_id: userId, provider }: LinkedAccount,
): Promise<boolean> {
  if (config.requireProvider.length === 0) return false
  const owner = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where(({ exists }) => exists(unrevokedApiTokens(db, userId)))
    .executeTakeFirst()
  return owner !== undefined && requiredProvider(owner.email, config)?.id === provider
}

/** Revokes the API tokens of an account that its provider has closed. The caller has locked the account's row. */
export async function revokeGovernedTokens(
  tx: Tx,
  { keys, clock, config, mailWriterFor }: Omit<FeatureJobServices, 'db'>,
  account: LinkedAccount,
): Promise<void> {
  if (!(await governsApiTokens(tx, config, account))) return
  const now = clock.now()
  const actor = systemActor(account.user_id, now)
  await revokeAllApiTokens(tx, actor, 'provider-refused')
  const context = { keys, now, mailWriter: mailWriterFor(null, now) }
  const notice = tokensRevokedNotice(providerLabel(config, account.provider))
  await sendSecurityNotice(tx, context, actor, notice)
}

import { systemActor } from '#app/platform/actor.ts'
import { hasApiAccess } from '#app/platform/auth/has-api-access.ts'
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

/** Whether the account has API tokens and this provider is required for its domain, so that closing the account there revokes them. */
export async function shouldRevokeApiTokens(
  db: Db,
  { config, features }: Pick<FeatureJobServices, 'config' | 'features'>,
  { user_id: userId, provider }: LinkedAccount,
): Promise<boolean> {
  if (config.requireProvider.length === 0) return false
  const owner = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where(hasApiAccess(features, db, userId))
    .executeTakeFirst()
  return owner !== undefined && requiredProvider(owner.email, config)?.id === provider
}

/** Revokes the API tokens of an account that its provider has closed. The caller has called `lockRowsBeforeAccount` and
 * locked the account's row. */
export async function revokeTokensOfClosedAccount(
  tx: Tx,
  services: Omit<FeatureJobServices, 'limits' | 'files'>,
  account: LinkedAccount,
): Promise<void> {
  if (!(await shouldRevokeApiTokens(tx, services, account))) return
  const { features, keys, clock, config, mailWriterFor } = services
  const now = clock.now()
  const actor = systemActor(account.user_id, now)
  for (const { access } of features) await access?.revokeAll(tx, actor, 'provider-refused')
  const context = { keys, now, mailWriter: mailWriterFor(null, now) }
  const notice = tokensRevokedNotice(providerLabel(config, account.provider))
  await sendSecurityNotice(tx, context, actor, notice)
}

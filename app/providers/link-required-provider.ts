import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import { hasSignInMethodLeft } from '#app/platform/auth/has-sign-in-method-left.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { type LockedAccountRow, lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { insertLinkedAccount } from './link-account.ts'
import { accountLinkedNotice } from './notices.mail.ts'
import type { Identity } from './provider-identity.ts'

interface RequiredLink {
  provider: ProviderConfig
  identity: Identity
  /** The account of the identity's address. */
  userId: string
}

/**
 * Links an existing account to the required provider of its domain, at the first sign-in there. The operator has decided that this
 * provider determines who owns the address, and no other sign-in method remains.
 *
 * @returns null when the address was never verified and the account has a sign-in method, or another identity is linked already
 */
export async function linkRequiredProvider(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { provider, identity, userId }: RequiredLink,
): Promise<{ linkedAccountId: string; user: LockedAccountRow } | null> {
  const user = await lockAccountRow(tx, userId)
  if (!user || !(await isVerifiedOrUnused(tx, context, userId))) return null
  const actor = { ...origin, userId, sessionId: null }
  const linkedAccountId = await insertLinkedAccount(tx, actor, provider, identity)
  if (linkedAccountId === null) return null
  await verifyAddress(tx, actor)
  const notice = accountLinkedNotice(provider.label, identity.email)
  await sendSecurityNotice(tx, context, actor, notice)
  return { linkedAccountId, user }
}

async function isVerifiedOrUnused(
  tx: Tx,
  { config }: ActionContext,
  userId: string,
): Promise<boolean> {
  const { email_verified_at } = await tx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email_verified_at !== null || !(await hasSignInMethodLeft(tx, userId, config))
}

/** Verifies the address, which the provider has just proved. */
async function verifyAddress(tx: Tx, actor: Actor): Promise<void> {
  const verified = await tx
    .updateTable('users')
    .set({ email_verified_at: actor.now })
    .where('id', '=', actor.userId)
    .where('email_verified_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (verified) await recordEvent(tx, actor, 'address.verified', verified)
}

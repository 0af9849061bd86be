import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import { hasSignInMethodLeft } from '#app/platform/auth/has-sign-in-method-left.ts'
import type { ProviderConfig } from '#app/platform/config/providers.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { type LockedAccountRow, lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import type { Identity } from './identity.ts'
import { insertLinkedAccount } from './link-account.ts'
import { accountLinkedNotice } from './notices.mail.ts'

interface Adoption {
  provider: ProviderConfig
  identity: Identity
  /** The account of the identity's address. */
  userId: string
}

/**
 * Links the account of an address to the provider that the operator requires for its domain: no other way in is left, and the
 * operator says that the provider decides whose the address is.
 *
 * @returns null when the address was never proved and somebody may be in the account, or another identity opens it already
 */
export async function adoptAccount(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { provider, identity, userId }: Adoption,
): Promise<{ linkedAccountId: string; user: LockedAccountRow } | null> {
  const user = await lockAccountRow(tx, userId)
  if (!user || !(await isProvedOrUnused(tx, context, userId))) return null
  const actor = { ...origin, userId, sessionId: null }
  const linkedAccountId = await insertLinkedAccount(tx, actor, provider, identity)
  if (linkedAccountId === null) return null
  await verifyAddress(tx, actor)
  const notice = accountLinkedNotice(provider.label, identity.email)
  await sendSecurityNotice(tx, context, actor, notice)
  return { linkedAccountId, user }
}

async function isProvedOrUnused(
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

/** The provider has just proved it. */
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

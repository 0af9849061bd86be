import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { requiredProvider } from '#app/platform/auth/required-provider.ts'
import type { ProviderConfig } from '#app/platform/config/providers.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { type LockedAccountRow, lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { requireUnlocked } from '#app/platform/sessions/sessions.ts'
import { startSession } from '#app/platform/sessions/start-session.ts'
import { parseEmail } from '#app/platform/validation/email-address.ts'
import { emailDomainProblem } from '#app/platform/validation/email-domains.ts'
import { personName } from '#app/platform/validation/form-fields.ts'
import { continueSignIn, type SignInResult } from '#app/two-factor/two-factor.ts'

import { adoptAccount } from './adopt-account.ts'
import type { Identity } from './identity.ts'
import { insertLinkedAccount } from './link-account.ts'
import { accountCreatedNotice } from './notices.mail.ts'
import { keepRefreshToken } from './refresh-tokens.ts'

/**
 * `unverified`: the provider does not vouch for the address. `exists`: another way into the account of that address has to
 * come first. `unproved`: that is impossible, and nobody has shown that the account is this person's.
 */
export type ProviderRefusal = 'unverified' | 'exists' | 'closed' | 'unproved'

export type ProviderSignIn = SignInResult | { refused: ProviderRefusal }

interface SignedIn {
  provider: ProviderConfig
  identity: Identity
  /** Keeps the person signed in on this device. */
  remember: boolean
}

/**
 * Opens the account that the identity is linked to, or creates one. An address alone never opens an account: its user
 * at the provider need not be its owner here. Only the operator can say otherwise, see `adoptAccount`.
 *
 * @throws AccountLocked, ProviderRequired
 */
export async function signInWithProvider(
  context: ActionContext,
  origin: RequestOrigin,
  signedIn: SignedIn,
): Promise<ProviderSignIn> {
  return inTransaction(context.db, async (tx) => {
    const linked = await useLinkedAccount(tx, origin, signedIn)
    return linked
      ? openAccount(tx, context, origin, { ...signedIn, ...linked })
      : createAccount(tx, context, origin, signedIn)
  })
}

async function useLinkedAccount(tx: Tx, { now }: RequestOrigin, { provider, identity }: SignedIn) {
  const linked = await tx
    .selectFrom('linked_accounts')
    .select(['id', 'user_id'])
    .where('provider', '=', provider.id)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  const user = linked && (await lockAccountRow(tx, linked.user_id))
  if (!linked || !user) return null
  const used = await tx
    .updateTable('linked_accounts')
    .set({ last_used_at: now })
    .where('id', '=', linked.id)
    .returning('id')
    .executeTakeFirst()
  return used ? { linkedAccountId: used.id, user } : null
}

interface LinkedSignIn extends SignedIn {
  linkedAccountId: string
  user: LockedAccountRow
}

async function openAccount(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { provider, identity, remember, linkedAccountId, user }: LinkedSignIn,
): Promise<ProviderSignIn> {
  const { id: userId, two_factor_enabled_at } = user
  await requireUnlocked(tx, userId)
  await keepRefreshToken(tx, context, linkedAccountId, identity)
  return continueSignIn(tx, context, origin, {
    userId,
    remembered: remember,
    by: { linkedAccountId, sid: identity.sid },
    method: 'provider',
    twoFactorEnabledAt: two_factor_enabled_at,
    hasTrustedSecondFactor: identity.proofs.some((proof) => provider.secondFactors.includes(proof)),
  })
}

async function createAccount(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  signedIn: SignedIn,
): Promise<ProviderSignIn> {
  const { provider, identity, remember } = signedIn
  const address = identity.email === null ? null : parseEmail(identity.email)
  if (!address || !identity.isEmailVerified) return { refused: 'unverified' }
  const { locale } = context.mailWriter.translator
  const owner = await emailOwner(tx, address.key)
  const { config } = context
  if (owner) {
    const isAuthority = requiredProvider(address.email, config)?.id === provider.id
    if (!isAuthority || !owner.isPrimary) return { refused: 'exists' }
    const adopted = await adoptAccount(tx, context, origin, { ...signedIn, userId: owner.id })
    return adopted
      ? openAccount(tx, context, origin, { ...signedIn, ...adopted })
      : { refused: 'unproved' }
  }
  if (config.registration !== 'open' || emailDomainProblem(address.email, config))
    return { refused: 'closed' }
  const userId = await createUserAccount(tx, context.keys, origin, {
    name: nameFor(identity, address.email),
    email: address.email,
    isVerified: true,
    password_hash: null,
    locale: locale === 'en' ? null : locale,
    // The next page asks for them.
    terms: null,
    policy: null,
  })
  if (!userId) return { refused: 'exists' }
  const actor = { ...origin, userId, sessionId: null }
  // Somebody has just linked it to an account of another address.
  const linkedAccountId = await insertLinkedAccount(tx, actor, provider, identity)
  if (linkedAccountId === null) throw new Unavailable()
  await keepRefreshToken(tx, context, linkedAccountId, identity)
  await sendSecurityNotice(tx, context, actor, accountCreatedNotice(provider.label))
  const session = await startSession(tx, context, {
    ...origin,
    userId,
    method: 'provider',
    remembered: remember,
    provider: { linkedAccountId, sid: identity.sid },
  })
  return { session }
}

/** The name there, unless it breaks our rules for names. */
function nameFor({ name }: Identity, email: string): string {
  return personName.safeParse(name).data ?? email.slice(0, email.lastIndexOf('@'))
}

import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { type ProviderSession, requiredProvider } from '#app/platform/auth/required-provider.ts'
import { revokeInvitation } from '#app/platform/auth/revoke-invitation.ts'
import type { ProviderConfig } from '#app/platform/config/provider-settings.ts'
import type { Db, Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { type LockedAccountRow, lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { storedLocale } from '#app/platform/i18n/translations.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { requireUnlocked } from '#app/platform/sessions/sessions.ts'
import { startSession } from '#app/platform/sessions/start-session.ts'
import { parseEmail } from '#app/platform/validation/email-address.ts'
import { emailDomainProblem } from '#app/platform/validation/email-domains.ts'
import { personName } from '#app/platform/validation/form-fields.ts'
import { continueSignIn, type SignInResult } from '#app/two-factor/two-factor.ts'

import { insertLinkedAccount } from './link-account.ts'
import { linkRequiredProvider } from './link-required-provider.ts'
import { accountCreatedNotice } from './notices.mail.ts'
import type { Identity } from './provider-identity.ts'
import { keepRefreshToken } from './refresh-tokens.ts'
import { hasTrustedFactor } from './trusted-provider-factor.ts'

/**
 * `unverified`: the provider does not vouch for the address. `exists`: another way into the account of that address has to
 * come first. `unproved`: the required provider cannot be linked, because the address was never verified or another identity is linked
 * already.
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
 * at the provider need not be its owner here. Only the operator can say otherwise, see `linkRequiredProvider`.
 *
 * @throws AccountLocked, ProviderRequired
 */
export async function signInWithProvider(
  context: ActionContext,
  origin: RequestOrigin,
  signedIn: SignedIn,
): Promise<ProviderSignIn> {
  const result = await openOrCreate(context, origin, signedIn)
  // The same person in another browser may have just created it.
  const isTaken = 'refused' in result && result.refused === 'exists'
  return isTaken ? openOrCreate(context, origin, signedIn) : result
}

function openOrCreate(context: ActionContext, origin: RequestOrigin, signedIn: SignedIn) {
  return inTransaction(context.db, async (tx) => {
    const linked = await useLinkedAccount(tx, origin, signedIn)
    return linked
      ? signInToLinkedAccount(tx, context, origin, { ...signedIn, ...linked })
      : createAccount(tx, context, origin, signedIn)
  })
}

type Proved = Pick<SignedIn, 'provider' | 'identity'>

async function findLinkedAccount(db: Db, { provider, identity: { issuer, subject } }: Proved) {
  return db
    .selectFrom('linked_accounts')
    .select(['id', 'user_id', 'email'])
    .where('provider', '=', provider.id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Whether the account there is linked. Otherwise the sign-in may create an account. */
export async function isLinked(db: Db, proved: Proved): Promise<boolean> {
  return (await findLinkedAccount(db, proved)) !== undefined
}

async function useLinkedAccount(tx: Tx, origin: RequestOrigin, { provider, identity }: SignedIn) {
  const { now } = origin
  const linked = await findLinkedAccount(tx, { provider, identity })
  const user = linked && (await lockAccountRow(tx, linked.user_id))
  if (!linked || !user) return null
  const used = await tx
    .updateTable('linked_accounts')
    .set({ last_used_at: now, email: identity.email ?? linked.email })
    .where('id', '=', linked.id)
    .returning('id')
    .executeTakeFirst()
  if (!used) return null
  const { id, user_id: userId, email: before } = linked
  const { email: after } = identity
  if (after !== null && after !== before) {
    const actor = { ...origin, userId, sessionId: null }
    const change = { account: id, name: provider.label, before, after }
    await recordEvent(tx, actor, 'linked-account.changed', change)
  }
  return { linkedAccountId: id, user }
}

interface LinkedSignIn extends SignedIn {
  linkedAccountId: string
  user: LockedAccountRow
}

async function signInToLinkedAccount(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { linkedAccountId, user, ...signedIn }: LinkedSignIn,
): Promise<ProviderSignIn> {
  const { id: userId, two_factor_enabled_at } = user
  await requireUnlocked(tx, userId)
  await keepRefreshToken(tx, context, linkedAccountId, signedIn.identity)
  return continueSignIn(tx, context, origin, {
    userId,
    remembered: signedIn.remember,
    by: { kind: 'provider', ...providerSession(linkedAccountId, signedIn) },
    method: 'provider',
    twoFactorEnabledAt: two_factor_enabled_at,
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
    const linked = await linkRequiredProvider(tx, context, origin, {
      ...signedIn,
      userId: owner.id,
    })
    return linked
      ? signInToLinkedAccount(tx, context, origin, { ...signedIn, ...linked })
      : { refused: 'unproved' }
  }
  // The operator invited the address, and the provider says whose it is.
  const isInvited = await revokeInvitation(tx, context, address.key)
  const isOpen = config.registration === 'open' && !emailDomainProblem(address.email, config)
  if (!isOpen && !isInvited) return { refused: 'closed' }
  const userId = await createUserAccount(tx, context.keys, origin, {
    name: nameFor(identity, address.email),
    email: address.email,
    isVerified: true,
    isInvited,
    password_hash: null,
    locale: storedLocale(locale),
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
    provider: providerSession(linkedAccountId, signedIn),
    isNoticed: true,
  })
  return { session }
}

function providerSession(
  linkedAccountId: string,
  { provider, identity }: SignedIn,
): ProviderSession {
  const { sid } = identity
  return { linkedAccountId, sid, hasTrustedFactor: hasTrustedFactor(provider, identity) }
}

/** The name there, unless it breaks our rules for names. */
function nameFor({ name }: Identity, email: string): string {
  return personName.safeParse(name).data ?? email.slice(0, email.lastIndexOf('@'))
}

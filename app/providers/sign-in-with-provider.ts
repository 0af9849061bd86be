import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import { flushFailedSignIns } from '#app/platform/auth/record-failed-sign-ins.ts'
import type { ProviderConfig } from '#app/platform/config/providers.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { type LockedAccountRow, lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { startSession } from '#app/platform/sessions/sessions.ts'
import { parseEmail } from '#app/platform/validation/email-address.ts'
import { emailDomainProblem } from '#app/platform/validation/email-domains.ts'
import { personName } from '#app/platform/validation/form-fields.ts'
import { challengeSignIn } from '#app/two-factor/two-factor.ts'

import type { Identity } from './identity.ts'
import { insertLinkedAccount } from './link-account.ts'
import { accountCreatedNotice } from './notices.mail.ts'

/**
 * `unverified`: the provider does not vouch for the address. `exists`: another way into the account of that address has to
 * come first. `passkey`: the account's required second factor is one.
 */
export type ProviderRefusal = 'unverified' | 'exists' | 'closed' | 'passkey'

export type ProviderSignIn =
  | { session: { secret: string } }
  | { challenge: { secret: string } }
  | { refused: ProviderRefusal }

interface SignedIn {
  provider: ProviderConfig
  identity: Identity
}

/**
 * Opens the account that the identity is linked to, or creates one. An address alone never opens an account: whoever
 * controls it at the provider need not be its owner here.
 *
 * @throws AccountLocked
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
  { provider, identity, linkedAccountId, user }: LinkedSignIn,
): Promise<ProviderSignIn> {
  const { id: userId, two_factor_enabled_at } = user
  const newSession = { ...origin, userId, remembered: false }
  const isTrusted = identity.proofs.some((proof) => provider.secondFactors.includes(proof))
  if (!isTrusted) {
    if (two_factor_enabled_at !== null)
      return {
        challenge: await challengeSignIn(tx, context, { ...newSession, by: { linkedAccountId } }),
      }
    // An account without any second factor may sign in, to set one up.
    if (context.config.requireTwoFactor && (await hasSecondFactor(tx, userId)))
      return { refused: 'passkey' }
  }
  await flushFailedSignIns(tx, userId, origin)
  return { session: await startSession(tx, context, { ...newSession, method: 'provider' }) }
}

async function createAccount(
  tx: Tx,
  context: ActionContext,
  origin: RequestOrigin,
  { provider, identity }: SignedIn,
): Promise<ProviderSignIn> {
  const address = identity.email === null ? null : parseEmail(identity.email)
  if (!address || !identity.isEmailVerified) return { refused: 'unverified' }
  const { locale } = context.mailWriter.translator
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', address.key)
    .executeTakeFirst()
  if (owner) return { refused: 'exists' }
  const { config } = context
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
  if (!(await insertLinkedAccount(tx, actor, provider, identity))) throw new Unavailable()
  await sendSecurityNotice(tx, context, actor, accountCreatedNotice(provider.label))
  const newSession = { ...origin, userId, method: 'provider', remembered: false } as const
  return { session: await startSession(tx, context, newSession) }
}

/** The name there, unless it breaks our rules for names. */
function nameFor({ name }: Identity, email: string): string {
  return personName.safeParse(name).data ?? email.slice(0, email.lastIndexOf('@'))
}

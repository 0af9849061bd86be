import { z } from 'zod'

import { lockRowsBeforeAccount } from '#app/features.ts'
import { passkeys } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { emailOwner, hasAddress } from '#app/platform/auth/email-owner.ts'
import { consumeToken, findToken, parseLink } from '#app/platform/auth/one-time-tokens.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { type PasswordPolicy, requireStrongPassword } from '#app/platform/auth/password-rules.ts'
import {
  rejectRequiredProviderDomain,
  enforceRequiredProvider,
} from '#app/platform/auth/required-provider.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import { encryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { addKnownDevice } from '#app/platform/sessions/known-devices.ts'
import { endSession } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import {
  emailInput,
  passwordMismatch,
  newPassword,
  passwordConfirmation,
  passwordsAgree,
  checkbox,
} from '#app/platform/validation/form-fields.ts'
import { linkedAccounts } from '#app/providers/providers.ts'

import { passwordResetNotice } from './notices.mail.ts'
import { keepPreviousPassword, refusePreviousPassword } from './previous-passwords.ts'
import { removeAccessAfterReset } from './remove-access-after-reset.ts'
import { revokeOpenLinks } from './reset-links.ts'

const purpose = 'password-reset'

/** @param minLength  of the new password, in code points */
export const resetPasswordForm = (minLength: number) =>
  z
    .object({
      token: z.string('Open the link in our email.').max(300, 'Open the link in our email.'),
      email: emailInput,
      password: newPassword(minLength),
      password_confirmation: passwordConfirmation,
      revoke_tokens: checkbox,
      /** Passkey ids. */
      remove_passkeys: z.array(z.string().max(36)).max(100).catch([]),
      /** Ids of linked accounts. */
      unlink_accounts: z.array(z.string().max(36)).max(100).catch([]),
    })
    .refine(passwordsAgree, passwordMismatch)

const replacedReason = { by: 'person', why: 'replaced' } as const
const invalidLinkMessage = 'This link no longer works. Request a new one.'

interface ResetLinkOwner {
  id: string
  name: string
  email: string
  hasPassword: boolean
}

/** Returns the account of a reset link, with the address that it was sent to, without consuming it; null for an unknown, used or expired link. */
export async function resetLinkOwner(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  token: string,
): Promise<ResetLinkOwner | null> {
  const issued = await findToken(db, keys, { ...parseLink(token), purpose, now })
  if (!issued?.userId) return null
  const owner = await emailOwner(db, issued.emailKey)
  if (owner?.id !== issued.userId) return null
  const { id, name, email, hasPassword } = owner
  return { id, name, email, hasPassword }
}

interface PasswordReset {
  form: z.output<ReturnType<typeof resetPasswordForm>>
  policy: PasswordPolicy
  /** This browser's current session, of any account. */
  replacedSession: SessionActor | null
  /** Whether the account must keep its last second factor. */
  requireTwoFactor: boolean
}

/**
 * Sets a new password by mail link, and revokes sessions and open links. Starts no session: the user still signs in, with the
 * second factor if there is one.
 *
 * @throws ValidationError, with one message for every reason why the link does not work
 */
export async function resetPassword(
  context: ActionContext,
  origin: RequestOrigin,
  { form, policy, replacedSession, requireTwoFactor }: PasswordReset,
): Promise<{ userId: string; email: string; hadPassword: boolean }> {
  const { db, keys, now } = context
  const owner = await resetLinkOwner(context, form.token)
  if (!owner || emailKey(owner.email) !== emailKey(form.email))
    throw new ValidationError({ email: invalidLinkMessage })
  rejectRequiredProviderDomain(owner.email, context.config)
  // The link may be that of an additional address.
  await enforceRequiredProvider(db, context.config, owner.id, null)
  await requireStrongPassword(form.password, { ...policy, ...owner })
  await refusePreviousPassword(context, owner.id, form.password)
  const { hasPassword: hadPassword } = owner
  const hash = await hashPassword(form.password)
  const password_hash = encryptPasswordHash(keys, owner.id, hash)

  return inTransaction(db, async (tx) => {
    await lockRowsBeforeAccount(tx, owner.id)
    await lockAccountRow(tx, owner.id)
    const token = await consumeToken(tx, { ...parseLink(form.token), purpose, now })
    await keepPreviousPassword(tx, context, owner.id)
    // The address may have changed while the password was hashed.
    const user = token && (await setPassword(tx, { ...token, password_hash, now }))
    if (!user) throw new ValidationError({ email: invalidLinkMessage })

    const actor = { ...origin, userId: user.id, sessionId: null }
    if (user.wasUnverified) await recordEvent(tx, actor, 'address.verified', { email: user.email })
    await revokeAccess(tx, keys, actor)
    // The browser's own session may belong to another account.
    if (replacedSession)
      await endSession(tx, replacedSession, replacedSession.sessionId, replacedReason)
    const needsFactor = requireTwoFactor || user.twoFactorSince !== null
    const removal = { form, needsFactor, wasUnverified: user.wasUnverified }
    const removed = await removeAccessAfterReset(tx, context, actor, removal)
    const { tokensRevoked } = removed
    const remaining = (await passkeys(tx, user.id)).filter((it) => !it.isSecondFactorOnly)
    const remainingPasskeys = remaining.map(({ name }) => name)
    const had = hadPassword
    await recordEvent(tx, actor, 'password.reset', { email: owner.email, tokensRevoked, had })
    await addKnownDevice(tx, actor)
    const accounts = await linkedAccounts(tx, user.id, context.config)
    const notice = passwordResetNotice({
      ...removed,
      hadPassword,
      remainingPasskeys,
      linkedProviders: accounts.flatMap(({ label, linked }) => (linked ? label : [])),
    })
    await sendSecurityNotice(tx, context, actor, notice)
    return { userId: user.id, email: user.email, hadPassword }
  })
}

interface ResetAccount {
  id: string
  email: string
  /** Null while no second factor is asked for. */
  twoFactorSince: number | null
  wasUnverified: boolean
}

/** Opening a mailed link also verifies the address it was sent to. */
async function setPassword(
  tx: Tx,
  input: { userId: string | null; emailKey: string; password_hash: string; now: number },
): Promise<ResetAccount | null> {
  const newlyVerified = await tx
    .updateTable('users')
    .set({ email_verified_at: input.now })
    .where('id', '=', input.userId)
    .where('email_key', '=', input.emailKey)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const user = await tx
    .updateTable('users')
    .set({ password_hash: input.password_hash })
    .where('id', '=', input.userId)
    .where(hasAddress(input.emailKey))
    .returning(['id', 'email', 'two_factor_enabled_at as twoFactorSince'])
    .executeTakeFirst()
  return user ? { ...user, wasUnverified: newlyVerified !== undefined } : null
}

async function revokeAccess(tx: Tx, keys: Keyring, actor: Actor): Promise<void> {
  await endSessions(tx, actor, { by: 'person', why: 'password-reset' })
  await revokeOpenLinks(tx, keys, actor)
}

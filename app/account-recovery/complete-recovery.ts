import { z } from 'zod'

import {
  lockPrimaryAddress,
  type PreviousAddress,
  replacePrimaryAddress,
} from '#app/email-change/email-change.ts'
import { features, lockRowsBeforeAccount } from '#app/features.ts'
import {
  keepPreviousPassword,
  refusePreviousPassword,
  revokeApiAccess,
  revokeOpenLinks,
} from '#app/password/password.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import { claimPrimaryAddress } from '#app/platform/auth/email-owner.ts'
import {
  consumeToken,
  findToken,
  type MailLink,
  revokeTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import { hashPassword } from '#app/platform/auth/password-hash.ts'
import { type PasswordPolicy, requireStrongPassword } from '#app/platform/auth/password-rules.ts'
import { rejectRequiredProviderAddressChange } from '#app/platform/auth/required-provider.ts'
import { encryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { isUniqueViolation } from '#app/platform/db/is-unique-violation.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { addKnownDevice, forgetDevices } from '#app/platform/sessions/known-devices.ts'
import { requireUnlocked } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import {
  newPassword,
  passwordConfirmation,
  passwordMismatch,
  passwordsAgree,
} from '#app/platform/validation/form-fields.ts'
import { endPendingSignIns } from '#app/two-factor/two-factor.ts'

import { consumeRecovery, browserRecovery } from './account-recovery.ts'
import { recoveredMail, recoveryCompletedNotice } from './notices.mail.ts'

const purpose = 'recovery-address'

const takenMessage = 'That address now belongs to another account. Enter another one.'

/** @param minLength  of the new password, in code points */
export const finishRecoveryForm = (minLength: number) =>
  z
    .object({ password: newPassword(minLength), password_confirmation: passwordConfirmation })
    .refine(passwordsAgree, passwordMismatch)

/** The address that a link sets, and whether another browser waited for it; null for a link that does not work. */
export async function newAddressOfRecoveryLink(
  { db, keys, now }: ActionContext,
  link: MailLink,
  browserSecret: string | null,
): Promise<{ email: string; isOtherBrowser: boolean } | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token) return null
  const recovery = await browserRecovery(db, browserSecret, now)
  return { email: token.payload ?? '', isOtherBrowser: recovery?.userId !== token.userId }
}

interface Completion {
  link: MailLink
  /** Cookie secret of the browser that waited. */
  browserSecret: string
  password: string
  policy: PasswordPolicy
}

/**
 * Gives the account the address that the link proves and a new password, and ends every session, link and token, and what the
 * account gave to others. Two-factor stays on, and nobody is signed in: the owner still needs a second factor.
 *
 * @throws Gone when the link or the recovery is over, or another browser waited; ValidationError
 */
export async function completeRecovery(
  context: ActionContext,
  origin: RequestOrigin,
  { link, browserSecret, password, policy }: Completion,
): Promise<{ userId: string; email: string }> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose, now })
  const recovery = await browserRecovery(db, browserSecret, now)
  if (!token || recovery?.userId !== token.userId) throw new Gone()
  const { userId } = recovery
  const email = token.payload ?? ''
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await requireStrongPassword(password, { ...policy, name, email })
  await refusePreviousPassword(context, userId, password)
  const password_hash = encryptPasswordHash(keys, userId, await hashPassword(password))
  const actor = { ...origin, userId, sessionId: null }

  return inTransaction(db, async (tx) => {
    await lockRowsBeforeAccount(tx, userId)
    const previous = await lockPrimaryAddress(tx, userId)
    const isLinkOpen = await consumeToken(tx, { ...link, purpose, now })
    const isOpen = await consumeRecovery(tx, { ...recovery, browserSecret, now })
    if (!isLinkOpen || !isOpen) throw new Gone()
    await requireUnlocked(tx, userId)
    rejectRequiredProviderAddressChange(previous.email, email, context.config)
    const hadPassword = await setPassword(tx, context, userId, password_hash)
    await replaceAccess(tx, context, actor, { previous, email, hadPassword })
    const { mailWriter } = context
    await mailWriter.send(tx, previous, recoveredMail(mailWriter, previous.locale))
    await sendSecurityNotice(tx, context, actor, recoveryCompletedNotice())
    return { userId, email }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ValidationError({ form: takenMessage }) : error
  })
}

/** @returns whether the account had one before */
async function setPassword(
  tx: Tx,
  context: ActionContext,
  userId: string,
  password_hash: string,
): Promise<boolean> {
  const before = await lockAccountRow(tx, userId)
  await keepPreviousPassword(tx, context, userId)
  await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute()
  return before?.password_hash !== null
}

interface NewAccess {
  previous: PreviousAddress
  /** The address that the link proves. */
  email: string
  hadPassword: boolean
}

/** Undo links end too: a thief who reads an earlier mailbox must not take the account back. */
async function replaceAccess(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { previous, email, hadPassword }: NewAccess,
): Promise<void> {
  const { userId } = actor
  await endSessions(tx, actor, { by: 'person', why: 'password-reset' })
  await endPendingSignIns(tx, userId, actor)
  await revokeOpenLinks(tx, context.keys, actor)
  if (!(await claimPrimaryAddress(tx, actor, emailKey(email))))
    throw new ValidationError({ form: takenMessage })
  await replacePrimaryAddress(tx, actor, { previous, email, restores: true })
  await revokeTokens(tx, userId, 'every')
  const tokensRevoked = await revokeApiAccess(tx, actor, 'password-reset')
  for (const feature of features)
    await feature.revokeGrants?.(tx, context, actor, { isProven: true })
  await recordEvent(tx, actor, 'password.reset', { email, tokensRevoked, had: hadPassword })
  await recordEvent(tx, actor, 'recovery.completed', {})
  await forgetDevices(tx, userId)
  await addKnownDevice(tx, actor)
}

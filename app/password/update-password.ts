import type { Message } from '@foyer/i18n'
import { z } from 'zod'

import { lockRowsBeforeAccount } from '#app/features.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { hashPassword, passwordMatches } from '#app/platform/auth/password-hash.ts'
import { passwordProblem, type PasswordPolicy } from '#app/platform/auth/password-rules.ts'
import { decryptPasswordHash, encryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotSignedIn } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { endSessions } from '#app/platform/sessions/end-sessions.ts'
import { confirmSession, rotateSessionSecret } from '#app/platform/sessions/sessions.ts'
import {
  passwordMismatch,
  newPassword,
  passwordConfirmation,
  passwordsAgree,
  checkbox,
} from '#app/platform/validation/form-fields.ts'
import { isPasswordTooLong } from '#app/platform/validation/password-length.ts'

import { passwordChangedNotice } from './notices.mail.ts'
import { keepPreviousPassword, refusePreviousPassword } from './previous-passwords.ts'
import { revokeOpenLinks } from './reset-links.ts'
import { revokeApiAccess } from './revoke-api-access.ts'

const wrongPasswordMessage = "That password isn't right. Try again."

/** @param minLength  of the new password, in code points */
export const updatePasswordForm = (minLength: number) =>
  z
    .object({
      /** Omitted for an account without a password. */
      current_password: z
        .string('Enter your current password.')
        .refine((input) => !isPasswordTooLong(input), wrongPasswordMessage)
        .default(''),
      password: newPassword(minLength),
      password_confirmation: passwordConfirmation,
      revoke_tokens: checkbox,
    })
    .refine(passwordsAgree, passwordMismatch)

type FieldErrors = Record<string, Message>

interface PasswordUpdate {
  form: z.output<ReturnType<typeof updatePasswordForm>>
  policy: PasswordPolicy
  /** Replaces the current password for an account without one; throws when not confirmed. */
  requireConfirmation: () => void
}

/**
 * Changes the password, ends all other sessions and rotates this one's secret, in one transaction.
 *
 * @returns the session's new secret
 * @throws ValidationError
 */
export async function updatePassword(
  context: ActionContext,
  actor: SessionActor,
  { form, policy, requireConfirmation }: PasswordUpdate,
): Promise<{ secret: string }> {
  const { db, keys } = context
  const user = await db
    .selectFrom('users')
    .select(['name', 'email', 'password_hash'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()

  const currentHash = decryptPasswordHash(keys, actor.userId, user.password_hash)
  if (currentHash === null) requireConfirmation()
  // Checks both, so that the form shows both errors.
  const errors = {
    ...(currentHash !== null && (await currentPasswordErrors(form.current_password, currentHash))),
    ...(await newPasswordErrors(form, { ...policy, name: user.name, email: user.email })),
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
  await refusePreviousPassword(context, actor.userId, form.password)
  const newHash = await hashPassword(form.password)
  const password_hash = encryptPasswordHash(keys, actor.userId, newHash)

  return inTransaction(db, async (tx) => {
    if (form.revoke_tokens) await lockRowsBeforeAccount(tx, actor.userId)
    // It may have changed while this one was checked. Its ciphertext also changes when keys are rotated.
    if ((await keepPreviousPassword(tx, context, actor.userId)) !== currentHash)
      throw new ValidationError({ current_password: wrongPasswordMessage })
    await tx.updateTable('users').set({ password_hash }).where('id', '=', actor.userId).execute()

    const secret = await renewSession(tx, actor, user.password_hash !== null)
    const endReason = { by: 'person', why: 'password-changed' } as const
    await endSessions(tx, actor, endReason, actor.sessionId)
    await revokeOpenLinks(tx, keys, actor)
    const tokensRevoked =
      form.revoke_tokens && (await revokeApiAccess(tx, actor, 'password-changed'))
    const hadPassword = user.password_hash !== null
    await recordEvent(tx, actor, 'password.changed', { had: hadPassword, tokensRevoked })
    await sendSecurityNotice(tx, context, actor, passwordChangedNotice())
    return { secret }
  })
}

/** The right current password is a confirmation. Without one the session was confirmed just before. */
async function renewSession(tx: Tx, actor: SessionActor, hadPassword: boolean): Promise<string> {
  if (hadPassword) return (await confirmSession(tx, actor, 'password')).secret
  const secret = await rotateSessionSecret(tx, actor.sessionId)
  if (!secret) throw new NotSignedIn()
  return secret
}

async function currentPasswordErrors(password: string, passwordHash: string): Promise<FieldErrors> {
  if (password === '') return { current_password: 'Enter your current password.' }
  return (await passwordMatches(password, passwordHash))
    ? {}
    : { current_password: wrongPasswordMessage }
}

async function newPasswordErrors(
  { password, current_password }: { password: string; current_password: string },
  policy: PasswordPolicy,
): Promise<FieldErrors> {
  if (password === current_password)
    return { password: 'Choose a different password from the one you have now.' }
  const problem = await passwordProblem(password, policy)
  return problem ? { password: problem } : {}
}

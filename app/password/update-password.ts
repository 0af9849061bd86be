import { z } from 'zod'

import { revokeAllTokens } from '#app/api-tokens/api-tokens.ts'
import type { SessionAccount } from '#app/platform/account.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { Invalid, NotSignedIn } from '#app/platform/errors.ts'
import {
  disagreement,
  newPassword,
  passwordAgain,
  passwordsAgree,
  tick,
} from '#app/platform/form-fields.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { hashPassword, isTooLong, passwordMatches } from '#app/platform/password-hash.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { renewSession } from '#app/platform/sessions.ts'

import { passwordChangedNotice } from './password-changed.mail.ts'
import { type PasswordRules, refuseWeak } from './refuse-weak.ts'
import { voidOpenLinks } from './reset-links.ts'

/** @param minLength  of the new password, in code points */
export const updatePasswordForm = (minLength: number) =>
  z
    .object({
      /** Left out for an account that has none. */
      current_password: z
        .string('Enter your current password.')
        .refine((typed) => !isTooLong(typed), 'That is not your current password.')
        .default(''),
      password: newPassword(minLength),
      password_confirmation: passwordAgain,
      revoke_tokens: tick,
    })
    .refine(passwordsAgree, disagreement)

interface Change {
  form: z.output<ReturnType<typeof updatePasswordForm>>
  rules: PasswordRules
  /** Asks for a confirmation in place of a current password that there is not; throws without. */
  confirm: () => void
}

/**
 * Changes the password, signs out every other device and gives this one a new secret, all at once or not at all.
 *
 * @returns the session's new secret
 * @throws Invalid
 */
export async function updatePassword(
  means: Means,
  account: SessionAccount,
  { form, rules, confirm }: Change,
): Promise<{ secret: string }> {
  const { db } = means
  const user = await db
    .selectFrom('users')
    .select(['name', 'email', 'password_hash'])
    .where('id', '=', account.userId)
    .executeTakeFirstOrThrow()

  if (user.password_hash === null) confirm()
  else await refuseWrong(form.current_password, user.password_hash)
  await refuseWeak(form.password, { ...rules, name: user.name, email: user.email })
  if (form.password === form.current_password) {
    throw new Invalid({ password: 'Choose another one than you have now.' })
  }
  const password_hash = await hashPassword(form.password)

  return inTransaction(db, async (tx) => {
    // Someone else may have changed it while this one was checked.
    const changed = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', account.userId)
      .where('password_hash', user.password_hash === null ? 'is' : '=', user.password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Invalid({ current_password: wrong })

    const secret = await renewSession(tx, account.sessionId)
    if (!secret) throw new NotSignedIn()
    const end = { by: 'person', why: 'password-changed' } as const
    await endSessions(tx, account, end, account.sessionId)
    await voidOpenLinks(tx, account.userId)
    const tokensRevoked =
      form.revoke_tokens && (await revokeAllTokens(tx, account, 'password-changed')) > 0
    const had = user.password_hash !== null
    await record(tx, account, 'password.changed', { had, tokensRevoked })
    await sendSecurityNotice(tx, means, account, passwordChangedNotice())
    return { secret }
  })
}

const wrong = 'That is not your current password.'

async function refuseWrong(typed: string, known: string): Promise<void> {
  if (typed === '') throw new Invalid({ current_password: 'Enter your current password.' })
  if (!(await passwordMatches(typed, known))) throw new Invalid({ current_password: wrong })
}

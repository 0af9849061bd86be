import { z } from 'zod'

import { hasSignInPasskey } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { hasAddress } from '#app/platform/auth/email-owner.ts'
import {
  consumeMailedCode,
  type MailedCode,
  wrongCodeMessage,
} from '#app/platform/auth/mailed-codes.ts'
import { decryptPasswordHash } from '#app/platform/crypto/stored-password.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { AccountLocked, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { checkbox, codeInput, emailInput } from '#app/platform/validation/form-fields.ts'
import { confirmingProviders } from '#app/providers/providers.ts'
import { continueSignIn, type SignInResult } from '#app/two-factor/two-factor.ts'

export const CodeRequestForm = z.object({ email: emailInput, remember: checkbox })
export const CodeForm = z.object({ code: codeInput })

/**
 * Signs in with a checked code from a mail: a first factor, so two-factor is still asked for.
 *
 * @throws ValidationError also when the code was revoked since it was checked, or the account has another address by now
 */
export async function signInWithCode(
  context: ActionContext,
  origin: RequestOrigin,
  { found, remembered }: { found: MailedCode; remembered: boolean },
): Promise<SignInResult> {
  return inTransaction(context.db, async (tx) => {
    const user = await lockOwner(tx, found)
    if (!user || !(await consumeMailedCode(tx, found, origin.now)))
      throw new ValidationError({ code: wrongCodeMessage })
    if (user.locked_at !== null) throw new AccountLocked('code')

    const { id: userId, two_factor_enabled_at: twoFactorEnabledAt } = user
    const password_hash = decryptPasswordHash(context.keys, userId, user.password_hash)
    return continueSignIn(tx, context, origin, {
      userId,
      remembered,
      by: { kind: 'email-code', emailKey: found.emailKey, password_hash },
      method: 'email-code',
      twoFactorEnabledAt,
      // A phished code must not be enough for sensitive changes.
      isConfirmed: password_hash === null && !(await hasAnotherProof(tx, context, userId)),
    })
  })
}

async function hasAnotherProof(tx: Tx, { config }: ActionContext, userId: string) {
  return (
    (await hasSignInPasskey(tx, userId)) ||
    (await confirmingProviders(tx, userId, config)).length > 0
  )
}

async function lockOwner(tx: Tx, { userId, emailKey }: MailedCode) {
  const locked = userId === null ? undefined : await lockAccountRow(tx, userId)
  const owner =
    locked &&
    (await tx
      .selectFrom('users')
      .select('locked_at')
      .where('id', '=', locked.id)
      .where(hasAddress(emailKey, { signsIn: true }))
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst())
  return locked && owner && { ...locked, ...owner }
}

import { z } from 'zod'

import { sendFirstDeviceCode } from '#app/new-device/new-device.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { hasAddress } from '#app/platform/auth/email-owner.ts'
import { hashPassword, needsRehash, passwordMatches } from '#app/platform/auth/password-hash.ts'
import { countFailedPassword } from '#app/platform/auth/record-failed-sign-ins.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import {
  decryptPasswordHash,
  encryptPasswordHash,
  isUnpeppered,
} from '#app/platform/crypto/stored-password.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { endSession, requireUnlocked } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { emailInput, passwordInput, checkbox } from '#app/platform/validation/form-fields.ts'
import { networkKey } from '#app/platform/validation/ip-addresses.ts'
import { continueSignIn, type SignInResult } from '#app/two-factor/two-factor.ts'

export const SignInForm = z.object({
  email: emailInput,
  password: passwordInput,
  remember: checkbox,
})

export type SignInInput = z.output<typeof SignInForm>

const wrongCredentialsMessage =
  "That email and password don't match. If you've just signed up, open the link in our email first."

interface SignInOptions {
  afterResponse: (task: () => Promise<void>) => void
}

/** Signs in with a password. @throws ValidationError, with one message for a wrong address and a wrong password */
export async function signIn(
  context: ActionContext,
  origin: RequestOrigin,
  form: SignInInput,
  { afterResponse }: SignInOptions,
): Promise<SignInResult> {
  const { db, keys, config } = context
  rejectRequiredProviderDomain(form.email, config)
  const enteredEmailKey = emailKey(form.email)
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(hasAddress(enteredEmailKey, { signsIn: true }))
    .executeTakeFirst()

  // An unknown address costs one hash too, or the clock would tell which addresses have accounts.
  const storedHash = user?.password_hash ?? null
  const hash = user ? decryptPasswordHash(keys, user.id, user.password_hash) : null
  const matches = await passwordMatches(form.password, hash, networkKey(origin.ip ?? ''))
  if (!user || !storedHash || !hash || !matches) {
    if (user) afterResponse(() => countFailedPassword(db, user.id, origin))
    throw new ValidationError({ email: wrongCredentialsMessage })
  }

  const isOutdated = isUnpeppered(storedHash) || needsRehash(hash)
  const newHash = isOutdated ? await hashPassword(form.password) : hash

  const result = await inTransaction(db, async (tx) => {
    const current = await lockAccountRow(tx, user.id)
    // It may have changed while this one was checked. Its ciphertext also changes when keys are rotated.
    if (!current || decryptPasswordHash(keys, user.id, current.password_hash) !== hash)
      throw new ValidationError({ email: wrongCredentialsMessage })
    await requireUnlocked(tx, user.id)
    if (isOutdated) {
      const password_hash = encryptPasswordHash(keys, user.id, newHash)
      await tx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    }

    return continueSignIn(tx, context, origin, {
      userId: user.id,
      remembered: form.remember,
      by: { kind: 'password', password_hash: newHash, emailKey: enteredEmailKey },
      method: 'password',
      twoFactorEnabledAt: current.two_factor_enabled_at,
    })
  })
  if ('challenge' in result && result.challenge.kind === 'new-device')
    await sendFirstDeviceCode(context, origin, result.challenge)
  return result
}

export async function signOut(
  { db }: Pick<ActionContext, 'db'>,
  actor: SessionActor,
): Promise<void> {
  await inTransaction(db, (tx) =>
    endSession(tx, actor, actor.sessionId, { by: 'person', why: 'logout' }),
  )
}

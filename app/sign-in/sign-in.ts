import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin, SessionActor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import { hashPassword, needsRehash, passwordMatches } from '#app/platform/auth/password-hash.ts'
import {
  countFailedPassword,
  flushFailedSignIns,
} from '#app/platform/auth/record-failed-sign-ins.ts'
import {
  decryptPasswordHash,
  encryptPasswordHash,
  isUnpeppered,
} from '#app/platform/crypto/stored-password.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, AccountLocked } from '#app/platform/errors.ts'
import { endSession, startSession } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'
import { emailInput, passwordInput, checkbox } from '#app/platform/validation/form-fields.ts'
import { challengeSignIn } from '#app/two-factor/two-factor.ts'

export const SignInForm = z.object({
  email: emailInput,
  password: passwordInput,
  remember: checkbox,
})

export type SignInInput = z.output<typeof SignInForm>

const wrongCredentialsMessage =
  "That email and password don't match. If you've just signed up, open the link in our email first."

const usePasskeyMessage = 'A second factor is required. Sign in with your passkey.'

/** A session, or a challenge when the account has two-factor. */
export type SignInResult = { session: { secret: string } } | { challenge: { secret: string } }

interface SignInOptions {
  /** Whether accounts whose only second factor is a passkey must sign in with it. */
  requireTwoFactor: boolean
  afterResponse: (task: () => Promise<void>) => void
}

/** Signs in with a password. @throws ValidationError, with one message for a wrong address and a wrong password */
export async function signIn(
  context: ActionContext,
  origin: RequestOrigin,
  form: SignInInput,
  { requireTwoFactor, afterResponse }: SignInOptions,
): Promise<SignInResult> {
  const { db, keys } = context
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_key', '=', emailKey(form.email))
    .executeTakeFirst()

  // An unknown address costs one hash too, or the clock would tell which addresses have accounts.
  const storedHash = user?.password_hash ?? null
  const hash = user ? decryptPasswordHash(keys, user.id, user.password_hash) : null
  const matches = await passwordMatches(form.password, hash)
  if (!user || !storedHash || !hash || !matches) {
    if (user) afterResponse(() => countFailedPassword(db, user.id, origin))
    throw new ValidationError({ email: wrongCredentialsMessage })
  }

  const isOutdated = isUnpeppered(storedHash) || needsRehash(hash)
  const newHash = isOutdated ? await hashPassword(form.password) : hash
  const password_hash = isOutdated ? encryptPasswordHash(keys, user.id, newHash) : storedHash

  return inTransaction(db, async (tx) => {
    // The password may have changed while this one was checked. The update also locks the row.
    const current = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', storedHash)
      .returning(['two_factor_enabled_at', 'locked_at'])
      .executeTakeFirst()
    if (!current) throw new ValidationError({ email: wrongCredentialsMessage })
    if (current.locked_at !== null) throw new AccountLocked()

    const identity = { userId: user.id, remembered: form.remember }
    if (current.two_factor_enabled_at !== null) {
      const attempt = { ...origin, ...identity, by: { password_hash: newHash } }
      return { challenge: await challengeSignIn(tx, context, attempt) }
    }
    // An account without any second factor may sign in, to set one up.
    if (requireTwoFactor && (await hasSecondFactor(tx, user.id)))
      throw new ValidationError({ email: usePasskeyMessage })
    await flushFailedSignIns(tx, user.id, origin)
    const session = await startSession(tx, context, { ...origin, ...identity, method: 'password' })
    return { session }
  })
}

export async function signOut(
  { db }: Pick<ActionContext, 'db'>,
  actor: SessionActor,
): Promise<void> {
  await inTransaction(db, (tx) =>
    endSession(tx, actor, actor.sessionId, { by: 'person', why: 'logout' }),
  )
}

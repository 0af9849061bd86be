import { z } from 'zod'

import type { Origin, SessionAccount } from '#app/platform/account.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { Invalid, Locked } from '#app/platform/errors.ts'
import { anyEmail, password, tick } from '#app/platform/form-fields.ts'
import { hashPassword, needsRehash, passwordMatches } from '#app/platform/password-hash.ts'
import type { Means } from '#app/platform/post.ts'
import { recordRefusal, settleRefusals } from '#app/platform/refusals.ts'
import { hasSecondFactor } from '#app/platform/second-factor.ts'
import { endSession, startSession } from '#app/platform/sessions.ts'
import { startChallenge } from '#app/two-factor/two-factor.ts'

export const SignInForm = z.object({ email: anyEmail, password, remember: tick })

export type SignIn = z.output<typeof SignInForm>

const refused =
  'That address and password do not belong together. If you have just registered, open the link in our mail first.'

const byPasskey = 'Everyone here needs a second factor, and yours is a passkey. Sign in with it.'

/** What knowing the password has opened: a session, or where a second factor protects the account, a challenge. */
export type Opened = { session: { secret: string } } | { challenge: { secret: string } }

interface Setting {
  /** Whether an account that has a second factor can be opened without it. */
  requireTwoFactor: boolean
  afterwards: (task: () => Promise<void>) => void
}

/** Lets in whoever knows the password, as far as the password goes. @throws Invalid with one sentence for every reason */
export async function signIn(
  means: Means,
  origin: Origin,
  form: SignIn,
  { requireTwoFactor, afterwards }: Setting,
): Promise<Opened> {
  const { db } = means
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_key', '=', emailKey(form.email))
    .executeTakeFirst()

  // An unknown address costs one hash too, or the clock would tell which addresses have accounts.
  const known = user?.password_hash ?? null
  const matches = await passwordMatches(form.password, known)
  if (!user || !known || !matches) {
    if (user) afterwards(() => recordRefusal(db, user.id, origin))
    throw new Invalid({ email: refused })
  }

  const password_hash = needsRehash(known) ? await hashPassword(form.password) : known

  return inTransaction(db, async (tx) => {
    // The password may have been changed while this one was checked. This also keeps others from the row until the end.
    const still = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', known)
      .returning(['two_factor_enabled_at', 'locked_at'])
      .executeTakeFirst()
    if (!still) throw new Invalid({ email: refused })
    if (still.locked_at !== null) throw new Locked()

    const person = { userId: user.id, remembered: form.remember }
    if (still.two_factor_enabled_at !== null) {
      return { challenge: await startChallenge(tx, { ...person, password_hash, now: origin.now }) }
    }
    // Whoever has no second factor at all comes in this far, to set one up.
    if (requireTwoFactor && (await hasSecondFactor(tx, user.id)))
      throw new Invalid({ email: byPasskey })
    await settleRefusals(tx, user.id, origin)
    const session = await startSession(tx, means, { ...origin, ...person, method: 'password' })
    return { session }
  })
}

/** Ends this browser's session. */
export async function signOut({ db }: Pick<Means, 'db'>, account: SessionAccount): Promise<void> {
  await inTransaction(db, (tx) =>
    endSession(tx, account, account.sessionId, { by: 'person', why: 'logout' }),
  )
}

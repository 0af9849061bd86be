import { z } from 'zod'

import { revokeAllTokens } from '#app/api-tokens/api-tokens.ts'
import { passkeys, removePasskeys } from '#app/passkeys/passkeys.ts'
import type { Account, Origin, SessionAccount } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { emailKey } from '#app/platform/email-address.ts'
import { endSessions } from '#app/platform/end-sessions.ts'
import { Invalid } from '#app/platform/errors.ts'
import {
  anyEmail,
  disagreement,
  newPassword,
  passwordAgain,
  passwordsAgree,
  tick,
} from '#app/platform/form-fields.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { consumeToken, findToken, linkOf } from '#app/platform/one-time-tokens.ts'
import { hashPassword } from '#app/platform/password-hash.ts'
import type { Means } from '#app/platform/post.ts'
import { record } from '#app/platform/record.ts'
import { hasSecondFactor } from '#app/platform/second-factor.ts'
import { endSession } from '#app/platform/sessions.ts'

import { passwordResetNotice } from './password-changed.mail.ts'
import { type PasswordRules, refuseWeak } from './refuse-weak.ts'
import { voidOpenLinks } from './reset-links.ts'

const purpose = 'password-reset'

/** @param minLength  of the new password, in code points */
export const resetPasswordForm = (minLength: number) =>
  z
    .object({
      token: z.string('Open the link in our mail.').max(300, 'Open the link in our mail.'),
      email: anyEmail,
      password: newPassword(minLength),
      password_confirmation: passwordAgain,
      revoke_tokens: tick,
      /** By id. */
      remove_passkeys: z.array(z.string().max(36)).max(100).catch([]),
    })
    .refine(passwordsAgree, disagreement)

const replacement = { by: 'person', why: 'replaced' } as const
const lastFactor =
  'Everyone here needs a second factor, so one has to stay. Keep what is yours; if none of them is, open “This wasn’t me” in our mail about the passkey.'
const dead = 'This link does not work, or no longer. Have a new one sent.'

/** Whose password a link would set; null when it was used, has run out, or never was. Looking uses nothing up. */
export async function resetLinkOwner(
  { db, keys, now }: Omit<Means, 'post'>,
  token: string,
): Promise<{ id: string; name: string; email: string } | null> {
  const found = await findToken(db, keys, { ...linkOf(token), purpose, now })
  if (!found?.userId) return null
  const owner = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', found.userId)
    .where('email_key', '=', found.emailKey)
    .executeTakeFirst()
  return owner ?? null
}

interface Reset {
  form: z.output<ReturnType<typeof resetPasswordForm>>
  rules: PasswordRules
  /** Who is signed in in this browser until now, whoever that is. */
  replaced: SessionAccount | null
  /** Whether an account must keep the last of its second factors. */
  requireTwoFactor: boolean
}

/**
 * Sets the password for whoever reads the account's mail, and closes every door that was open before. It opens none: the
 * person still has to sign in, with the second factor where there is one.
 *
 * @returns whose password it is now
 * @throws Invalid, with the same sentence for every reason why the link does not work
 */
export async function resetPassword(
  means: Means,
  origin: Origin,
  { form, rules, replaced, requireTwoFactor }: Reset,
): Promise<{ userId: string; email: string }> {
  const { db, now } = means
  const owner = await resetLinkOwner(means, form.token)
  if (!owner || emailKey(owner.email) !== emailKey(form.email)) throw new Invalid({ email: dead })
  await refuseWeak(form.password, { ...rules, ...owner })
  const password_hash = await hashPassword(form.password)

  return inTransaction(db, async (tx) => {
    const token = await consumeToken(tx, { ...linkOf(form.token), purpose, now })
    // The address may have been changed while the password was hashed.
    const user = token && (await setPassword(tx, { ...token, password_hash, now }))
    if (!user) throw new Invalid({ email: dead })

    const account = { ...origin, userId: user.id, sessionId: null }
    if (user.wasUnproved) await record(tx, account, 'address.verified', { email: user.email })
    await closeEveryDoor(tx, account)
    // This browser is at the door of another account now, and in nobody's house.
    if (replaced) await endSession(tx, replaced, replaced.sessionId, replacement)
    const tokensRevoked =
      form.revoke_tokens && (await revokeAllTokens(tx, account, 'password-reset')) > 0
    const removed = await removePasskeys(tx, account, form.remove_passkeys)
    if (requireTwoFactor && removed.length > 0 && !(await hasSecondFactor(tx, user.id))) {
      throw new Invalid({ remove_passkeys: lastFactor })
    }
    const left = (await passkeys(tx, user.id)).map(({ name }) => name)
    await record(tx, account, 'password.reset', { email: user.email, tokensRevoked })
    const notice = passwordResetNotice({ tokensRevoked, removed, left })
    await sendSecurityNotice(tx, means, account, notice)
    return { userId: user.id, email: user.email }
  })
}

/** Whoever opened a link in a mail has proved the address it went to, and no other. */
async function setPassword(
  tx: Tx,
  to: { userId: string | null; emailKey: string; password_hash: string; now: number },
): Promise<{ id: string; email: string; wasUnproved: boolean } | null> {
  const proved = await tx
    .updateTable('users')
    .set({ email_verified_at: to.now })
    .where('id', '=', to.userId)
    .where('email_key', '=', to.emailKey)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const user = await tx
    .updateTable('users')
    .set({ password_hash: to.password_hash })
    .where('id', '=', to.userId)
    .where('email_key', '=', to.emailKey)
    .returning(['id', 'email'])
    .executeTakeFirst()
  return user ? { ...user, wasUnproved: proved !== undefined } : null
}

async function closeEveryDoor(tx: Tx, account: Account): Promise<void> {
  await endSessions(tx, account, { by: 'person', why: 'password-reset' })
  await voidOpenLinks(tx, account.userId)
}

import { addressTakenMail } from '#app/email-change/email-change.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import { emailOwner } from '#app/platform/auth/email-owner.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { type CodeRequester, issueCodeFor } from '#app/platform/auth/mailed-codes.ts'
import {
  formatLink,
  issueToken,
  newestToken,
  revokeTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import { rejectRequiredProviderAddressChange } from '#app/platform/auth/required-provider.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { maySendMail } from '#app/platform/mail/mail-rate-limits.ts'
import { recipientOf } from '#app/platform/mail/mail-writer.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import type { Recovery } from './account-recovery.ts'
import { recoveryAddressMail } from './recovery-address.mail.ts'

const purpose = 'recovery-address'

/**
 * Mails a link to the address that the account shall get, and revokes an earlier one. Only the mail reveals that the address
 * is taken.
 *
 * @param requester  the browser that waits, where the code of the mail works
 * @throws ValidationError
 */
export async function mailNewAddress(
  context: ActionContext,
  { userId, readyAt }: Recovery,
  email: string,
  requester: CodeRequester | null,
): Promise<void> {
  const { db, keys, mailWriter, limits, config, now } = context
  if (readyAt > now) throw new ValidationError({ form: "The waiting time isn't over yet." })
  const key = emailKey(email)
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_key', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.email_key === key)
    throw new ValidationError({ email: 'This is the address you lost. Enter another one.' })
  rejectRequiredProviderAddressChange(user.email, email, config)
  if (!(await maySendMail(limits, { to: email, userId }))) return

  await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, userId)
    await revokeTokens(tx, userId, { only: purpose })
    const token = {
      purpose,
      userId,
      emailKey: key,
      payload: email,
      ttlMs: linkLifetimeMs,
      now,
    } as const
    const link = await issueToken(tx, keys, token)
    const path = route('account-recovery.finish', { token: formatLink(link) })
    const target = { purpose, emailKey: key, userId, payload: path, now } as const
    const code = await issueCodeFor(requester, tx, keys, target)
    const owner = await emailOwner(tx, key)
    if (owner && owner.id !== userId)
      return mailWriter.send(tx, recipientOf(owner), addressTakenMail(mailWriter, owner.locale))
    const mail = recoveryAddressMail(mailWriter, user.locale, path, code)
    await mailWriter.send(tx, { name: '', email }, mail)
  })
}

/** The address that waits for its link; null when none does. */
export async function pendingNewAddress(
  { db, keys, now }: Pick<ActionContext, 'db' | 'keys' | 'now'>,
  { userId }: Pick<Recovery, 'userId'>,
): Promise<string | null> {
  return (await newestToken(db, keys, { userId, purpose, now }))?.payload ?? null
}

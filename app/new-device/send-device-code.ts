import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { codeLifetimeMs } from '#app/platform/auth/limits.ts'
import { issueMailedCode } from '#app/platform/auth/mailed-codes.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { TooManyRequests } from '#app/platform/errors.ts'
import { ensureAccountLocked } from '#app/platform/event-log/account-row-lock.ts'
import { recipientOf } from '#app/platform/mail/mail-writer.ts'
import { renderSecurityNotice, sendSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { type PendingSignIn, findPendingSignIn, markCodeSent } from '#app/two-factor/two-factor.ts'

import { deviceCodeRecipient } from './device-code-recipient.ts'
import { deviceCodeNotice } from './device-code.mail.ts'
import { deviceCodeMails } from './limits.ts'

export const codePurpose = 'new-device'

/** Mails the code right after the password. Beyond the limit no mail is sent; the page says so. */
export async function sendFirstDeviceCode(
  context: ActionContext,
  origin: RequestOrigin,
  { secret }: { secret: string },
): Promise<void> {
  const challenge = await findPendingSignIn(context, secret, 'new-device')
  if (!challenge) return
  await sendDeviceCode(context, origin, challenge).catch((error: unknown) => {
    if (!(error instanceof TooManyRequests)) throw error
  })
}

/** Mails a code that replaces the earlier one of this sign-in. @throws TooManyRequests */
export async function sendDeviceCode(
  context: ActionContext,
  origin: RequestOrigin,
  challenge: PendingSignIn,
): Promise<void> {
  const { userId } = challenge
  for (const [index, rate] of deviceCodeMails.entries()) {
    const key = `account:device-code-mails:${index}:${userId}` as const
    const { allowed, retryAfterSeconds } = await context.limits.hit(key, rate)
    if (!allowed) throw new TooManyRequests({ field: 'form', retryAfterSeconds })
  }
  await inTransaction(context.db, async (tx) => {
    const code = await issueDeviceCode(tx, context, challenge)
    const owner = code && (await deviceCodeRecipient(tx, challenge))
    if (!owner) return
    const notice = deviceCodeNotice(code)
    const actor = { ...origin, userId, sessionId: null }
    if (owner.isPrimary) return sendSecurityNotice(tx, context, actor, notice)
    const copy = { ...notice, actor, recipient: owner, takeoverUrl: null }
    const { mailWriter } = context
    return mailWriter.send(tx, recipientOf(owner), renderSecurityNotice(mailWriter, copy))
  })
}

/** @returns null when the sign-in is over */
export async function issueDeviceCode(
  tx: Tx,
  { keys, now }: Pick<ActionContext, 'keys' | 'now'>,
  { id, userId, emailKey }: Pick<PendingSignIn, 'id' | 'userId' | 'emailKey'>,
): Promise<string | null> {
  await ensureAccountLocked(tx, userId)
  const expiresAt = now + codeLifetimeMs
  if (emailKey === null || !(await markCodeSent(tx, { id }, { now, expiresAt }))) return null
  const { code } = await issueMailedCode(tx, keys, {
    purpose: codePurpose,
    emailKey,
    // The sign-in, which is found by the secret in the browser's cookie.
    browser: id,
    userId,
    ttlMs: codeLifetimeMs,
    now,
  })
  return code
}

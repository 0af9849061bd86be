import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import { type CodeRequester, issueCodeFor } from '#app/platform/auth/mailed-codes.ts'
import {
  consumeToken,
  findToken,
  formatLink,
  issueToken,
  type MailLink,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { maySendMail } from '#app/platform/mail/mail-rate-limits.ts'
import { route } from '#app/platform/route.ts'
import { rotateSessionSecret } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { verifyEmailMail } from './verify-email.mail.ts'

const purpose = 'email-verification'

/**
 * Mails a verification link to an unverified account, such as one created with the CLI.
 *
 * @returns false when the address or the account got too many mails
 */
export async function sendVerification(
  { db, keys, mailWriter, limits, now }: ActionContext,
  user: { user_id: string; email: string },
  requester: CodeRequester | null,
): Promise<boolean> {
  if (!(await maySendMail(limits, { to: user.email, userId: user.user_id }))) return false
  await inTransaction(db, async (tx) => {
    const target = { purpose, userId: user.user_id, emailKey: emailKey(user.email), now } as const
    const link = { payload: null, ttlMs: linkLifetimeMs }
    const { id, secret } = await issueToken(tx, keys, { ...target, ...link })
    const payload = formatLink({ id, secret })
    const code = await issueCodeFor(requester, tx, keys, { ...target, payload })
    const path = route('verification.verify', { id, hash: secret })
    const mail = verifyEmailMail(mailWriter, path, code)
    await mailWriter.send(tx, { name: '', email: user.email }, mail)
  })
  return true
}

/** The account and address the link would verify; null for a used, expired or unknown link. */
export async function addressToVerify(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  link: MailLink,
): Promise<{ userId: string; email: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  return token?.userId ? { userId: token.userId, email: token.emailKey } : null
}

/**
 * Marks the address as verified if the account still has it. It takes the mailbox and a session of the account: otherwise a
 * stranger who knows the password of an imported account could have the owner of its address verify it for them (pre-hijacking).
 *
 * @returns the session's new secret; null when the address was verified already
 * @throws Gone
 */
export async function verifyEmail(
  { db, now }: Pick<ActionContext, 'db' | 'now'>,
  actor: SessionActor,
  link: MailLink,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    const token = await consumeToken(tx, { ...link, purpose, now })
    if (token?.userId !== actor.userId) throw new Gone()

    const user = await tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', actor.userId)
      .where('email_key', '=', token.emailKey)
      .where('email_verified_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (!user) return requireVerified(tx, actor.userId, token.emailKey)
    await recordEvent(tx, actor, 'address.verified', user)
    return rotateSessionSecret(tx, actor.sessionId)
  })
}

/** Accepts the link of a second mail for an address that is already verified. @throws Gone when it is not */
async function requireVerified(tx: Tx, userId: string, userEmailKey: string): Promise<null> {
  const verified = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_key', '=', userEmailKey)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  if (!verified) throw new Gone()
  return null
}

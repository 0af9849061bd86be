import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { linkLifetimeMs } from '#app/platform/auth/limits.ts'
import {
  consumeToken,
  findToken,
  issueToken,
  type MailLink,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { maySendMail } from '#app/platform/mail/mail-budget.ts'
import { route } from '#app/platform/route.ts'
import { rotateSessionSecret, type CurrentSession } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { verifyEmailMail } from './verify-email.mail.ts'

const purpose = 'email-verification'

/** Mails a verification link to an unverified account, such as one created with the CLI. */
export async function sendVerification(
  { db, keys, mailWriter, limits, now }: ActionContext,
  user: { user_id: string; email: string },
): Promise<void> {
  if (!(await maySendMail(limits, { to: user.email, userId: user.user_id }))) return
  await inTransaction(db, async (tx) => {
    const { id, secret } = await issueToken(tx, keys, {
      purpose,
      userId: user.user_id,
      emailKey: emailKey(user.email),
      payload: null,
      ttlMs: linkLifetimeMs,
      now,
    })
    const path = route('verification.verify', { id, hash: secret })
    await mailWriter.send(tx, { name: '', email: user.email }, verifyEmailMail(mailWriter, path))
  })
}

/** The address the link would verify; null for a used, expired or unknown link. */
export async function addressToVerify(
  { db, keys, now }: Omit<ActionContext, 'mailWriter'>,
  link: MailLink,
): Promise<{ email: string } | null> {
  const token = await findToken(db, keys, { ...link, purpose, now })
  return token && { email: token.emailKey }
}

/**
 * Marks the address as verified if the account still has it. @throws Gone
 *
 * @param currentSession  of the browser that opened the link; if it belongs to the account, its secret is rotated
 * @returns the new secret; null in any other browser, or when the address was verified already
 */
export async function verifyEmail(
  { db, now }: Pick<ActionContext, 'db' | 'now'>,
  origin: RequestOrigin,
  { link, currentSession }: { link: MailLink; currentSession: CurrentSession | null },
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const token = await consumeToken(tx, { ...link, purpose, now })
    if (!token?.userId) throw new Gone()

    const user = await tx
      .updateTable('users')
      .set({ email_verified_at: now })
      .where('id', '=', token.userId)
      .where('email_key', '=', token.emailKey)
      .where('email_verified_at', 'is', null)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (!user) return requireVerified(tx, token.userId, token.emailKey)

    const isOwnSession = currentSession?.user_id === user.id
    const actor = {
      ...origin,
      userId: user.id,
      sessionId: isOwnSession ? currentSession.session_id : null,
    }
    await recordEvent(tx, actor, 'address.verified', { email: user.email })
    return isOwnSession ? rotateSessionSecret(tx, currentSession.session_id) : null
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

import { undoLinkLifetimeMs } from '#app/account-takeover/limits.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import {
  consumeToken,
  findToken,
  issueToken,
  type MailLink,
  type OneTimeToken,
  formatLink,
  revokeTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { isUniqueViolation } from '#app/platform/db/is-unique-violation.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { type NoticeRecipient, renderSecurityNotice } from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'
import { rotateSessionSecret, type CurrentSession } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { addressChangedNotice } from './address-changed.mail.ts'

const purpose = 'email-change'

const takenMessage = 'That address belongs to another account by now. Yours has kept its own.'

/**
 * Changes the address to the verified new one, revokes links sent to the old address, and mails an undo link there.
 *
 * @param currentSession  of the browser that opened the link; its secret is rotated if it belongs to the account
 * @returns the new secret; null in any other browser
 * @throws Gone, or ValidationError when another account uses the address now
 */
export async function confirmEmailChange(
  context: ActionContext,
  origin: RequestOrigin,
  { link, currentSession }: { link: MailLink; currentSession: CurrentSession | null },
): Promise<{ email: string; secret: string | null }> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) throw new Gone()
  const { userId } = token
  const isOwnSession = currentSession?.user_id === userId
  const actor = { ...origin, userId, sessionId: isOwnSession ? currentSession.session_id : null }

  return inTransaction(db, async (tx) => {
    const previous = await lockAddress(tx, userId)
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    await applyEmailChange(tx, context, actor, { previous, token })
    const secret = isOwnSession ? await rotateSessionSecret(tx, currentSession.session_id) : null
    return { email: token.payload ?? '', secret }
  }).catch((error: unknown) => {
    // Two accounts can have requested the same address; the unique key decides.
    throw isUniqueViolation(error) ? new ValidationError({ form: takenMessage }) : error
  })
}

type PreviousAddress = NoticeRecipient & { email_key: string }

async function applyEmailChange(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { previous, token }: { previous: PreviousAddress; token: OneTimeToken },
): Promise<void> {
  const { userId, now } = actor
  const email = token.payload ?? ''
  await tx
    .updateTable('users')
    .set({ email, email_key: emailKey(email), email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  // Undo links stay valid, including those of earlier changes: they lead to verified addresses.
  await revokeTokens(tx, userId, { except: ['not-me', 'email-change-undo'] })
  await recordEvent(tx, actor, 'address.changed', { from: previous.email, to: email })

  const undo = await issueToken(tx, context.keys, {
    purpose: 'email-change-undo',
    userId,
    emailKey: previous.email_key,
    payload: previous.email,
    ttlMs: undoLinkLifetimeMs,
    now,
  })
  const { mailWriter } = context
  const undoUrl = mailWriter.absoluteUrl(route('email-change.undo', { token: formatLink(undo) }))
  const notice = {
    ...addressChangedNotice(email),
    actor,
    recipient: previous,
    takeoverUrl: undoUrl,
  }
  await mailWriter.send(tx, previous, renderSecurityNotice(mailWriter, notice))
}

/** Locks the row until the transaction ends. */
function lockAddress(tx: Tx, userId: string): Promise<PreviousAddress> {
  return tx
    .updateTable('users')
    .set(({ ref }) => ({ email: ref('email') }))
    .where('id', '=', userId)
    .returning(['name', 'email', 'email_key', 'locale', 'timezone'])
    .executeTakeFirstOrThrow()
}

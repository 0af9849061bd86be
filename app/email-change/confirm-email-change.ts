import { undoLinkLifetimeMs } from '#app/account-takeover/limits.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import {
  consumeToken,
  findToken,
  issueToken,
  type MailLink,
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
import { addressLeftMail } from './address-left.mail.ts'
import type { OtherAccess } from './change-for-link.ts'

const purpose = 'email-change'

const takenMessage = 'That address now belongs to another account. Yours is unchanged.'

interface Confirmation {
  link: MailLink
  /** Of the browser that opened the link; its secret is rotated if it belongs to the account. */
  currentSession: CurrentSession | null
  /** Removes every other way in; null keeps them. */
  removeAccess: OtherAccess['remove'] | null
}

interface Confirmed {
  userId: string
  email: string
  /** The new secret; null in any other browser, and once every session has ended. */
  secret: string | null
  /** Where to choose a new password; null when the ways in stayed. */
  resetPath: string | null
}

/**
 * Changes the address to the verified new one, revokes links sent to the old address, and mails an undo link there. Removing
 * every other way in also ends the undo links: the account belongs to the mailbox alone.
 *
 * @throws Gone, or ValidationError when another account uses the address now
 */
export async function confirmEmailChange(
  context: ActionContext,
  origin: RequestOrigin,
  { link, currentSession, removeAccess }: Confirmation,
): Promise<Confirmed> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) throw new Gone()
  const { userId } = token
  const isOwnSession = currentSession?.user_id === userId
  const actor = { ...origin, userId, sessionId: isOwnSession ? currentSession.session_id : null }

  return inTransaction(db, async (tx) => {
    const previous = await lockAddress(tx, userId)
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    const email = token.payload ?? ''
    await applyEmailChange(tx, actor, { previous, email })
    if (removeAccess) {
      const { mailWriter } = context
      await mailWriter.send(tx, previous, addressLeftMail(mailWriter, previous.locale, email))
      const resetPath = await removeAccess(tx, context, actor)
      return { userId, email, secret: null, resetPath }
    }
    await mailUndoLink(tx, context, actor, { previous, email })
    const secret = isOwnSession ? await rotateSessionSecret(tx, currentSession.session_id) : null
    return { userId, email, secret, resetPath: null }
  }).catch((error: unknown) => {
    // Two accounts can have requested the same address; the unique key decides.
    throw isUniqueViolation(error) ? new ValidationError({ form: takenMessage }) : error
  })
}

type PreviousAddress = NoticeRecipient & { email_key: string }

interface Change {
  previous: PreviousAddress
  email: string
}

async function applyEmailChange(tx: Tx, actor: Actor, { previous, email }: Change): Promise<void> {
  const { userId, now } = actor
  await tx
    .updateTable('users')
    .set({ email, email_key: emailKey(email), email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  // Undo links stay valid, including those of earlier changes: they lead to verified addresses.
  await revokeTokens(tx, userId, { except: ['not-me', 'email-change-undo'] })
  await recordEvent(tx, actor, 'address.changed', { from: previous.email, to: email })
}

async function mailUndoLink(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { previous, email }: Change,
): Promise<void> {
  const { userId, now } = actor
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

import { undoLinkLifetimeMs } from '#app/account-takeover/limits.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { revokeMailedCodes } from '#app/platform/auth/mailed-codes.ts'
import { issueToken, formatLink, revokeTokens } from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import {
  type NoticeRecipient,
  renderSecurityNotice,
  sendNoticeCopies,
} from '#app/platform/mail/security-notice.ts'
import { route } from '#app/platform/route.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { addressChangedCopy, addressChangedNotice } from './address-changed.mail.ts'

export type PreviousAddress = NoticeRecipient & {
  email_key: string
  email_verified_at: number | null
}

interface Replacement {
  previous: PreviousAddress
  /** The proved address. */
  email: string
}

/**
 * Makes a proved address the account's primary one, and revokes links sent to the previous one.
 *
 * @param options.restores  the owner takes the account back, which no hook may refuse
 */
export async function replacePrimaryAddress(
  tx: Tx,
  actor: Actor,
  { previous, email, restores = false }: Replacement & { restores?: boolean },
): Promise<void> {
  const { userId, now } = actor
  await tx
    .updateTable('users')
    .set({ email, email_key: emailKey(email), email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  // Undo links stay valid, including those of earlier changes: they lead to verified addresses.
  await revokeTokens(tx, userId, { except: ['not-me', 'email-change-undo', 'email-address'] })
  await revokeMailedCodes(tx, userId)
  await recordEvent(tx, actor, 'address.changed', {
    from: previous.email,
    to: email,
    ...(restores && { restores }),
  })
}

/** Mails the undo link to the previous address, and a notice to the additional ones. */
export async function mailUndoLink(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { previous, email }: Replacement,
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
  await sendNoticeCopies(tx, context, actor, addressChangedCopy(email))
}

/** Locks the row until the transaction ends. */
export function lockPrimaryAddress(tx: Tx, userId: string): Promise<PreviousAddress> {
  return tx
    .updateTable('users')
    .set(({ ref }) => ({ email: ref('email') }))
    .where('id', '=', userId)
    .returning(['name', 'email', 'email_key', 'email_verified_at', 'locale', 'timezone'])
    .executeTakeFirstOrThrow()
}

import type { ActionContext } from '#app/platform/action-context.ts'
import type { RequestOrigin } from '#app/platform/actor.ts'
import { claimPrimaryAddress } from '#app/platform/auth/email-owner.ts'
import {
  consumeToken,
  findToken,
  type MailLink,
  revokeTokens,
} from '#app/platform/auth/one-time-tokens.ts'
import { rejectRequiredProviderAddressChange } from '#app/platform/auth/required-provider.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { isUniqueViolation } from '#app/platform/db/is-unique-violation.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { notifyOfSecurity } from '#app/platform/mail/security-notice.ts'
import { rotateSessionSecret, type CurrentSession } from '#app/platform/sessions/sessions.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { addressChangedNotice } from './address-changed.mail.ts'
import { addressLeftMail } from './address-left.mail.ts'
import type { OtherAccess } from './email-change-for-link.ts'
import {
  lockPrimaryAddress,
  mailUndoLink,
  replacePrimaryAddress,
} from './replace-primary-address.ts'

const purpose = 'email-change'

const takenMessage = 'That address now belongs to another account. Yours is unchanged.'

interface Confirmation {
  link: MailLink
  /** The session in which the link was opened; its secret is rotated if it belongs to the account. */
  currentSession: CurrentSession | null
  /** Removes every other way in; null keeps them. */
  removedAccess: OtherAccess | null
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
  { link, currentSession, removedAccess }: Confirmation,
): Promise<Confirmed> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) throw new Gone()
  const { userId } = token
  const isOwnSession = currentSession?.user_id === userId
  const actor = { ...origin, userId, sessionId: isOwnSession ? currentSession.session_id : null }

  return inTransaction(db, async (tx) => {
    await removedAccess?.lockRowsBeforeAccount(tx, userId)
    const previous = await lockPrimaryAddress(tx, userId)
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    const email = token.payload ?? ''
    rejectRequiredProviderAddressChange(previous.email, email, context.config)
    if (!(await claimPrimaryAddress(tx, actor, emailKey(email))))
      throw new ValidationError({ form: takenMessage })
    const restores = await restoresAddress(tx, userId, email)
    await replacePrimaryAddress(tx, actor, { previous, email, restores })
    await notifyOfSecurity(tx, actor, addressChangedNotice(email))
    if (removedAccess) {
      const { mailWriter } = context
      await mailWriter.send(tx, previous, addressLeftMail(mailWriter, previous.locale, email))
      const resetPath = await removedAccess.remove(tx, context, actor)
      return { userId, email, secret: null, resetPath }
    }
    if (restores) await revokeTokens(tx, userId, { mailedTo: previous.email_key })
    else await mailUndoLink(tx, context, actor, { previous, email })
    const secret = isOwnSession ? await rotateSessionSecret(tx, currentSession.session_id) : null
    return { userId, email, secret, resetPath: null }
  }).catch((error: unknown) => {
    // Two accounts can have requested the same address; the unique key decides.
    throw isUniqueViolation(error) ? new ValidationError({ form: takenMessage }) : error
  })
}

/** Whether the owner reported the change from this address: an undo link would give the account to the attacker's mailbox again. */
async function restoresAddress(tx: Tx, userId: string, email: string): Promise<boolean> {
  const asked = await tx
    .selectFrom('events')
    .select('data')
    .where('user_id', '=', userId)
    .where('type', '=', 'address-change.asked')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { to, restores } = JSON.parse(asked?.data ?? '{}')
  return restores === true && to === email
}

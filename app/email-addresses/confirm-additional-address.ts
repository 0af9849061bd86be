import type { Pages } from '#app/pages.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { additionalAddresses, emailOwner, lockEmailKeys } from '#app/platform/auth/email-owner.ts'
import { consumeToken, findToken, type MailLink } from '#app/platform/auth/one-time-tokens.ts'
import { rejectRequiredProviderDomain } from '#app/platform/auth/required-provider.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { maxAdditionalAddresses } from './limits.ts'
import { addressAddedNotice } from './notices.mail.ts'
import { type AddressClaim, parseClaim, tooManyMessage } from './request-additional-address.ts'

const purpose = 'email-address'

const takenMessage = 'That address now belongs to another account. Yours is unchanged.'

/** The address behind a link, if it is the signed-in account's; null for a used, expired or unknown link. */
export function addressForLink({ userId }: Pick<Actor, 'userId'>) {
  return async (
    { db, keys, now }: ActionContext,
    link: MailLink,
  ): Promise<Pick<Pages['Auth/ConfirmAddress'], 'address'> | null> => {
    const token = await findToken(db, keys, { ...link, purpose, now })
    return token && { address: token.userId === userId ? parseClaim(token) : null }
  }
}

/**
 * Adds the address to the account. It takes the mailbox and a session of the account: otherwise somebody could be led to put
 * their address on a stranger's account, and take that for their own.
 *
 * @returns the address. @throws Gone, or ValidationError when an account has the address by now
 */
export async function confirmEmailAddress(
  context: ActionContext,
  actor: Actor,
  link: MailLink,
): Promise<string> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (token?.userId !== actor.userId) throw new Gone()
  const claim = parseClaim(token)
  rejectRequiredProviderDomain(claim.email, context.config)
  await inTransaction(db, async (tx) => {
    await lockAccountRow(tx, actor.userId)
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    if ((await additionalAddresses(tx, actor.userId)).length >= maxAdditionalAddresses)
      throw new ValidationError({ form: tooManyMessage() })
    await lockEmailKeys(tx, [token.emailKey])
    if (await emailOwner(tx, token.emailKey)) throw new ValidationError({ form: takenMessage })
    await addAddress(tx, actor, { ...claim, emailKey: token.emailKey })
    await sendSecurityNotice(tx, context, actor, addressAddedNotice(claim))
  })
  return claim.email
}

async function addAddress(
  tx: Tx,
  actor: Actor,
  { email, emailKey, isRecoveryOnly }: AddressClaim & { emailKey: string },
): Promise<void> {
  const id = newId()
  const { userId, now } = actor
  await tx
    .insertInto('additional_addresses')
    .values({
      id,
      user_id: userId,
      email,
      email_key: emailKey,
      is_recovery_only: isRecoveryOnly ? 1 : 0,
      created_at: now,
    })
    .execute()
  const data = { address: id, email, recoveryOnly: isRecoveryOnly }
  await recordEvent(tx, actor, 'email-address.added', data)
}

import {
  isReportedAddress,
  lockPrimaryAddress,
  mailUndoLink,
  replacePrimaryAddress,
} from '#app/email-change/email-change.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { lockEmailKeys } from '#app/platform/auth/email-owner.ts'
import { revokeTokens } from '#app/platform/auth/one-time-tokens.ts'
import { rejectRequiredProviderAddressChange } from '#app/platform/auth/required-provider.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotFound } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { addressMadePrimaryNotice } from './notices.mail.ts'

type PreviousAddress = Awaited<ReturnType<typeof lockPrimaryAddress>>

/**
 * Makes an additional address the primary one. The former primary address becomes additional, and gets a link that undoes the
 * change, as after any change of address. One that the owner has reported as an attacker's is dropped instead.
 *
 * @throws NotFound, ValidationError for a domain that a provider manages
 */
export async function makeAddressPrimary(
  context: ActionContext,
  actor: Actor,
  id: string,
): Promise<{ email: string }> {
  return inTransaction(context.db, async (tx) => {
    const previous = await lockPrimaryAddress(tx, actor.userId)
    const promoted = await tx
      .deleteFrom('additional_addresses')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .returning(['email', 'email_key'])
      .executeTakeFirst()
    if (!promoted) throw new NotFound()
    const { email } = promoted
    rejectRequiredProviderAddressChange(previous.email, email, context.config)
    // Locks the address that moves to the other table: no unique index spans the two.
    await lockEmailKeys(tx, [previous.email_key])
    const isReported = await isReportedAddress(tx, actor, { previous, email })
    await replacePrimaryAddress(tx, actor, { previous, email })
    if (isReported) await revokeTokens(tx, actor.userId, { mailedTo: previous.email_key })
    else await mailUndoLink(tx, context, actor, { previous, email })
    const kept = isReported ? null : await keepAsAdditional(tx, actor, previous)
    await recordEvent(tx, actor, 'email-address.made-primary', { address: id, email, kept })
    await sendSecurityNotice(tx, context, actor, addressMadePrimaryNotice(email))
    return { email }
  })
}

/** @returns null for an address that was never proved, which is dropped */
async function keepAsAdditional(tx: Tx, { userId }: Actor, previous: PreviousAddress) {
  const { email, email_key, email_verified_at } = previous
  if (email_verified_at === null) return null
  const id = newId()
  await tx
    .insertInto('additional_addresses')
    .values({
      id,
      user_id: userId,
      email,
      email_key,
      is_recovery_only: 0,
      created_at: email_verified_at,
    })
    .execute()
  return { address: id, email, since: toIso(email_verified_at) }
}

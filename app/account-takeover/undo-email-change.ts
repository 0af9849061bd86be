import { lockRowsBeforeAccount } from '#app/features.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor, RequestOrigin } from '#app/platform/actor.ts'
import { claimPrimaryAddress } from '#app/platform/auth/email-owner.ts'
import {
  consumeToken,
  findToken,
  type MailLink,
  type OneTimeToken,
} from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { isUniqueViolation } from '#app/platform/db/is-unique-violation.ts'
import { Gone, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'

import type { KeptAccess } from './pages.ts'
import { secureAccount } from './secure-account.ts'

const purpose = 'email-change-undo'

const takenMessage =
  "Another account uses that email address now, so it can't be restored here. Sign in to that account, or contact us."

/** Restores the address the link was mailed to and secures the account. @throws Gone or ValidationError (address taken) */
export async function undoEmailChange(
  context: ActionContext,
  origin: RequestOrigin,
  link: MailLink,
): Promise<{ userId: string; email: string; kept: KeptAccess }> {
  const { db, keys, now } = context
  const token = await findToken(db, keys, { ...link, purpose, now })
  if (!token?.userId) throw new Gone()
  const actor = { ...origin, userId: token.userId, sessionId: null }

  return inTransaction(db, async (tx) => {
    await lockRowsBeforeAccount(tx, actor.userId)
    await lockAccountRow(tx, actor.userId)
    if (!(await consumeToken(tx, { ...link, purpose, now }))) throw new Gone()
    await restoreAddress(tx, actor, token)
    const options = { usedUndoTokenId: token.id, reachesReporter: true }
    const kept = await secureAccount(tx, context, actor, options)
    return { userId: actor.userId, email: token.payload ?? '', kept }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ValidationError({ form: takenMessage }) : error
  })
}

/** Also marks the address as verified: the click proved access to its mailbox. The caller has locked the account's row. */
export async function restoreAddress(
  tx: Tx,
  actor: Actor,
  { emailKey, payload }: Pick<OneTimeToken, 'emailKey' | 'payload'>,
): Promise<void> {
  const { userId, now } = actor
  const to = payload ?? ''
  if (!(await claimPrimaryAddress(tx, actor, emailKey)))
    throw new ValidationError({ form: takenMessage })
  const { email: from } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('users')
    .set({ email: to, email_key: emailKey, email_verified_at: now })
    .where('id', '=', userId)
    .execute()
  await recordEvent(tx, actor, 'address-change.undone', { from, to })
}

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { NotSignedIn, ValidationError } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { pendingCodesLifetimeMs } from './limits.ts'
import { codesReplacedNotice } from './notices.mail.ts'
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'

/**
 * Creates recovery codes that do not work yet: the old ones stay valid until `confirmRecoveryCodes`, so that nobody is left
 * without any. Replaces earlier pending codes.
 *
 * @returns the only plain-text copy, and the id to confirm these codes with
 */
export async function createPendingRecoveryCodes(
  { db, now }: ActionContext,
  actor: Actor,
): Promise<{ id: string; codes: string[] }> {
  const { userId: user_id } = actor
  const { codes, hashes } = await newRecoveryCodes()
  const id = newId()
  await inTransaction(db, async (tx) => {
    const user = await lockAccountRow(tx, user_id)
    if (!user) throw new NotSignedIn()
    if (user.two_factor_enabled_at === null)
      throw new ValidationError({
        form: 'Turn on two-factor authentication first. It comes with recovery codes.',
      })
    await tx.deleteFrom('pending_recovery_codes').where('user_id', '=', user_id).execute()
    const code_hashes = JSON.stringify(hashes)
    const expires_at = now + pendingCodesLifetimeMs
    await tx
      .insertInto('pending_recovery_codes')
      .values({ id, user_id, code_hashes, created_at: now, expires_at })
      .execute()
  })
  return { id, codes }
}

/**
 * Puts the pending codes in the place of the old ones, once the person has saved them.
 *
 * @throws ValidationError when these codes were replaced, confirmed or have expired
 */
export async function confirmRecoveryCodes(
  context: ActionContext,
  actor: Actor,
  id: string,
): Promise<void> {
  const { userId, now } = actor
  await inTransaction(context.db, async (tx) => {
    if (!(await lockAccountRow(tx, userId))) throw new NotSignedIn()
    const hashes = await consumePendingCodes(tx, actor, id)
    if (!hashes) throw new ValidationError({ form: expiredMessage })
    const before = await replaceRecoveryCodes(tx, userId, hashes, now)
    await recordEvent(tx, actor, 'recovery-codes.replaced', { before, now: hashes.length })
    await sendSecurityNotice(tx, context, actor, codesReplacedNotice())
  })
}

const expiredMessage =
  'These codes have expired or were replaced. Your old codes still work. Create new ones.'

/** Returns the hashes to exactly one of concurrent callers. */
export async function consumePendingCodes(
  tx: Db,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
  id: string,
): Promise<string[] | null> {
  const consumed = await tx
    .deleteFrom('pending_recovery_codes')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning('code_hashes')
    .executeTakeFirst()
  return consumed ? JSON.parse(consumed.code_hashes) : null
}

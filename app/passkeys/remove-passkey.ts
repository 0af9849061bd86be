import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import { hasSignInMethod } from '#app/platform/auth/has-sign-in-method.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotFound } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { passkeyRemovedNotice } from './notices.mail.ts'

/**
 * @param requireTwoFactor  whether the account must still have a second factor afterwards
 * @throws NotFound when the account has no such passkey
 * @throws ValidationError when it is the last way to sign in, or the last required second factor
 */
export async function removePasskey(
  context: ActionContext,
  actor: Actor,
  passkey: string,
  { requireTwoFactor }: { requireTwoFactor: boolean },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkey)
      .where('user_id', '=', actor.userId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new NotFound()

    await recordEvent(tx, actor, 'passkey.removed', { passkey, name: removed.name })
    // `recordEvent` locks the account, so two concurrent removals cannot both remove the last passkey.
    if (!(await hasSignInMethod(tx, actor.userId, context.config)))
      throw new ValidationError({ passkey: lastSignInMethodMessage })
    if (requireTwoFactor && !(await hasSecondFactor(tx, actor.userId))) {
      throw new ValidationError({ passkey: lastFactorMessage })
    }
    await sendSecurityNotice(tx, context, actor, passkeyRemovedNotice(removed.name))
  })
}

const lastSignInMethodMessage =
  'This is your only way to sign in. Set a password or add another passkey first, then remove this one.'

const lastFactorMessage =
  'A second factor is required. Add another passkey or turn on two-factor authentication first, then remove this one.'

/**
 * Removes passkeys from a possibly compromised account, so that an attacker's passkey stops working. Ignores unknown ids.
 *
 * @returns the names of the removed passkeys
 */
export async function removePasskeys(
  tx: Tx,
  actor: Actor,
  passkeyIds: readonly string[] | 'every',
): Promise<string[]> {
  if (passkeyIds.length === 0) return []
  const removed = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', actor.userId)
    .$if(passkeyIds !== 'every', (query) => query.where('id', 'in', passkeyIds))
    .returning(['id', 'name'])
    .execute()
  const sorted = removed.toSorted((a, b) => a.id.localeCompare(b.id))
  for (const { id, name } of sorted) {
    await recordEvent(tx, actor, 'passkey.removed', { passkey: id, name })
  }
  return sorted.map(({ name }) => name)
}

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import { hasSignInMethodLeft } from '#app/platform/auth/has-sign-in-method-left.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { ValidationError, NotFound } from '#app/platform/errors.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { passkeyRemovedNotice, securityKeyRemovedNotice } from './notices.mail.ts'

export interface RemovedPasskey {
  name: string
  /** 1 for a security key. */
  second_factor_only: number
}

/**
 * @param requireTwoFactor  whether the account must still have a second factor afterwards
 * @throws NotFound when the account has no such passkey
 * @throws ValidationError when it is the last way to sign in, or the last second factor while one is asked for
 */
export async function removePasskey(
  context: ActionContext,
  actor: Actor,
  passkey: string,
  { requireTwoFactor }: { requireTwoFactor: boolean },
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    // Locked, so that concurrent changes cannot both remove one of the last two factors.
    const user = await lockAccountRow(tx, actor.userId)
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkey)
      .where('user_id', '=', actor.userId)
      .returning(['name', 'second_factor_only'])
      .executeTakeFirst()
    if (!removed) throw new NotFound()

    await recordEvent(tx, actor, 'passkey.removed', { passkey, name: removed.name })
    if (!(await hasSignInMethodLeft(tx, actor.userId, context.config)))
      throw new ValidationError({ passkey: lastSignInMethodMessage })
    const isOn = user?.two_factor_enabled_at !== null
    if ((isOn || requireTwoFactor) && !(await hasSecondFactor(tx, actor.userId)))
      throw new ValidationError({ passkey: isOn ? lastOfTwoFactorMessage : lastFactorMessage })
    await sendSecurityNotice(tx, context, actor, removalNotice(removed))
  })
}

export function removalNotice({ name, second_factor_only }: RemovedPasskey) {
  return second_factor_only ? securityKeyRemovedNotice(name) : passkeyRemovedNotice(name)
}

const lastSignInMethodMessage =
  'This is your only way to sign in. Set a password or add another passkey first, then remove this one.'

const lastOfTwoFactorMessage =
  'Two-factor authentication needs this one. Add another passkey or an authenticator app first, or turn two-factor authentication off.'

const lastFactorMessage =
  'A second factor is required. Add another passkey or turn on two-factor authentication first, then remove this one.'

/**
 * Removes passkeys from a possibly compromised account, so that an attacker's passkey stops working. Ignores unknown ids.
 *
 * @returns the removed ones
 */
export async function removePasskeys(
  tx: Tx,
  actor: Actor,
  passkeyIds: readonly string[] | 'every',
): Promise<RemovedPasskey[]> {
  if (passkeyIds.length === 0) return []
  const removed = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', actor.userId)
    .$if(passkeyIds !== 'every', (query) => query.where('id', 'in', passkeyIds))
    .returning(['id', 'name', 'second_factor_only'])
    .execute()
  const sorted = removed.toSorted((a, b) => a.id.localeCompare(b.id))
  for (const { id, name } of sorted) {
    await recordEvent(tx, actor, 'passkey.removed', { passkey: id, name })
  }
  return sorted
}

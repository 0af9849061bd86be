import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import type { TakeoverItems } from '#app/platform/feature.ts'
import { authenticatorAppSince } from '#app/platform/lib/second-factor.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/limits.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { removalNotice, removePasskeys } from './remove-passkey.ts'

/** Removes the passkeys of an attacker, each with its mail. The owner's last way in, or required second factor, stays. */
export async function revertPasskeys(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  items: TakeoverItems,
): Promise<number> {
  const removable = await removablePasskeys(tx, context, actor, items)
  const removed = await removePasskeys(tx, actor, removable)
  for (const passkey of removed)
    await sendSecurityNotice(tx, context, actor, removalNotice(passkey))
  return removed.length
}

async function removablePasskeys(
  tx: Tx,
  { config }: ActionContext,
  { userId, now }: Actor,
  { ids, keepsOlder }: TakeoverItems,
): Promise<string[]> {
  const user = await lockAccountRow(tx, userId)
  const passkeys = await tx
    .selectFrom('passkeys')
    .select(['id', 'created_at', 'second_factor_only'])
    .where('user_id', '=', userId)
    .execute()
  const twoFactorSince = user?.two_factor_enabled_at ?? null
  const appSince = user ? authenticatorAppSince(user) : null

  if (ids === 'every') {
    // An attacker added it within the lifetime of its "this wasn't me" link; an older one is the owner's.
    const earliest = now - takeoverLinkLifetimeMs
    const isOlder = (since: number | null) => since !== null && since < earliest
    const isAskedFor = config.requireTwoFactor || isOlder(twoFactorSince)
    const olderStay = keepsOlder || (isAskedFor && !isOlder(appSince))
    return passkeys.filter((it) => !olderStay || it.created_at >= earliest).map(({ id }) => id)
  }
  const removable = passkeys.map(({ id }) => id).filter((id) => ids.includes(id))
  const staying = passkeys.filter(({ id }) => !ids.includes(id))
  const isLastFactor = config.requireTwoFactor && appSince === null && staying.length === 0
  const isLastWayIn =
    user?.password_hash === null && !staying.some((it) => it.second_factor_only === 0)
  return isLastFactor || isLastWayIn ? [] : removable
}

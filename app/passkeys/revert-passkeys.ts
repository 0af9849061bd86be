import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import type { TakeoverItems } from '#app/platform/feature.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/limits.ts'
import { sendSecurityNotice } from '#app/platform/mail/security-notice.ts'

import { passkeyRemovedNotice } from './notices.mail.ts'
import { removePasskeys } from './remove-passkey.ts'

/** Removes the passkeys of an attacker, each with its mail. The owner's last way in, or required second factor, stays. */
export async function revertPasskeys(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  items: TakeoverItems,
): Promise<number> {
  const removable = await removablePasskeys(tx, context, actor, items)
  const names = await removePasskeys(tx, actor, removable)
  for (const name of names) await sendSecurityNotice(tx, context, actor, passkeyRemovedNotice(name))
  return names.length
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
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .execute()
  const twoFactorSince = user?.two_factor_enabled_at ?? null

  if (ids === 'every') {
    // An attacker added it within the lifetime of its "this wasn't me" link; an older one is the owner's.
    const earliest = now - takeoverLinkLifetimeMs
    const hasOlderApp = twoFactorSince !== null && twoFactorSince < earliest
    const olderStay = keepsOlder || (config.requireTwoFactor && !hasOlderApp)
    return passkeys.filter((it) => !olderStay || it.created_at >= earliest).map(({ id }) => id)
  }
  const removable = passkeys.map(({ id }) => id).filter((id) => ids.includes(id))
  const isRequired = config.requireTwoFactor && twoFactorSince === null
  const isNeeded = isRequired || user?.password_hash === null
  return isNeeded && removable.length === passkeys.length ? [] : removable
}

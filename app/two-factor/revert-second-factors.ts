import { hasPasskey } from '#app/passkeys/passkeys.ts'
import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { hasSecondFactor } from '#app/platform/auth/has-second-factor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { lockAccountRow } from '#app/platform/event-log/account-row-lock.ts'
import type { TakeoverItems } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { authenticatorAppSince } from '#app/platform/lib/second-factor.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/limits.ts'

import { revertTwoFactor } from './disable-two-factor.ts'
import { deleteAuthenticatorApp } from './remove-authenticator-app.ts'
import { endPendingSignIns } from './unanswered-challenges.ts'

/**
 * Reverts two-factor that an attacker enabled to lock the owner out, or an app they added beside the owner's passkey. Also ends
 * two-factor whose last passkey was the attacker's, which the step before has removed.
 */
export async function revertSecondFactors(
  tx: Tx,
  context: ActionContext,
  actor: Actor,
  { ids }: TakeoverItems,
): Promise<number> {
  const user = await lockAccountRow(tx, actor.userId)
  if (!user) return 0
  if (ids.length > 0) await endPendingSignIns(tx, actor.userId, actor)
  if (user.two_factor_enabled_at === null) return 0

  const isAttackers = (at: number) =>
    ids === 'every'
      ? // An attacker's is as old as its "this wasn't me" link lives; an older one is the owner's.
        at >= actor.now - takeoverLinkLifetimeMs
      : ids.includes(toIso(at))
  const isEnabledByThem = isAttackers(user.two_factor_enabled_at)
  const appSince = authenticatorAppSince(user)
  const isTheirApp = appSince !== null && isAttackers(appSince)
  if (isTheirApp && !isEnabledByThem && (await hasPasskey(tx, actor.userId))) {
    await deleteAuthenticatorApp(tx, context, actor)
    return 1
  }
  const isWithoutFactor = !(await hasSecondFactor(tx, actor.userId))
  if (!isEnabledByThem && !isTheirApp && !isWithoutFactor) return 0
  const wasOn = await revertTwoFactor(tx, context, actor)
  return wasOn && ids !== 'every' ? ids.length : 0
}

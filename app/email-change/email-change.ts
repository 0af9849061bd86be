import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { accountTokens } from '#app/platform/auth/account-tokens.ts'
import type { Config } from '#app/platform/config/config.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'
import { emailKey } from '#app/platform/validation/email-address.ts'

import { emailChangeLimits } from './limits.ts'
import type { PendingEmailChange } from './pages.ts'

export { addressOfEmailChangeLink } from './email-change-link.ts'
export { linkLimits as emailChangeLinkLimits } from './limits.ts'
export { addressTakenMail } from './address-taken.mail.ts'
export { isReportedAddress } from './reported-address.ts'
export {
  lockPrimaryAddress,
  mailUndoLink,
  type PreviousAddress,
  replacePrimaryAddress,
} from './replace-primary-address.ts'
export {
  cancelEmailChange,
  cancelPendingEmailChange,
  requestAddressBack,
  requestEmailChange,
} from './request-email-change.ts'

/** Counts a mail against the account that requests it and against the address that receives it. */
export function requestAttempts(userId: string, email: string) {
  const attempt = {
    action: 'email-change',
    accountKey: userId,
    limits: emailChangeLimits,
    field: 'email',
  }
  return [attempt, { ...attempt, action: 'email-change-to', accountKey: emailKey(email) }]
}

/** The requested address that is not verified yet, or null. */
export function pendingEmailChange(
  { db, keys, config }: Pick<ActionContext, 'db' | 'keys'> & { config: Pick<Config, 'emailCodes'> },
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
): MaybePromise<PendingEmailChange | null> {
  const tokens = accountTokens(db, keys, { userId, purpose: 'email-change', now })
  return whenReady(tokens, ([token]) => {
    if (!token) return null
    const takesCode = config.emailCodes
    return { email: token.payload ?? '', endsAt: toIso(token.expiresAt), takesCode }
  })
}

import type { ActionContext } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { accountTokens } from '#app/platform/auth/account-tokens.ts'
import { additionalAddresses } from '#app/platform/auth/email-owner.ts'
import type { Config } from '#app/platform/config/config.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { type MaybePromise, whenReady } from '#app/platform/lib/maybe-promise.ts'

import { maxAdditionalAddresses } from './limits.ts'
import type { EmailAddresses } from './pages.ts'
import { parseClaim } from './request-additional-address.ts'

export { removeAdditionalAddresses } from './remove-additional-address.ts'

/** The account's addresses beside the primary one, for the profile. */
export function emailAddresses(
  { db, keys, config }: Pick<ActionContext, 'db' | 'keys'> & { config: Pick<Config, 'emailCodes'> },
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
): MaybePromise<EmailAddresses> {
  const open = { userId, purpose: 'email-address', now } as const
  return whenReady(additionalAddresses(db, userId), (proved) =>
    whenReady(accountTokens(db, keys, open), (pending) => ({
      proved: proved.map(({ createdAt, ...row }) => ({ ...row, addedAt: toIso(createdAt) })),
      pending: pending
        .map((token) => ({ id: token.id, ...parseClaim(token), endsAt: toIso(token.expiresAt) }))
        .toReversed(),
      max: maxAdditionalAddresses,
      takesCode: config.emailCodes,
    })),
  )
}

/** The address that waits for the link with this id; null when none does. */
export async function pendingAddress(
  { db, keys }: Pick<ActionContext, 'db' | 'keys'>,
  { userId, now }: Pick<Actor, 'userId' | 'now'>,
  id: string,
): Promise<string | null> {
  const pending = await accountTokens(db, keys, { userId, purpose: 'email-address', now })
  const token = pending.find((it) => it.id === id)
  return token ? parseClaim(token).email : null
}

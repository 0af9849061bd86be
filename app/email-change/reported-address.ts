import type { Actor } from '#app/platform/actor.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { takeoverLinkLifetimeMs } from '#app/platform/mail/limits.ts'

import type { PreviousAddress } from './replace-primary-address.ts'

/**
 * Whether the owner has reported the change from `email` to `previous`, which is the last one. Older addresses than the lifetime of
 * a takeover link count as the owner's even when reported: a thief could report the owner's own change.
 */
export async function isReportedAddress(
  tx: Tx,
  { userId, now }: Actor,
  { previous, email }: { previous: PreviousAddress; email: string },
): Promise<boolean> {
  if ((previous.email_verified_at ?? 0) < now - takeoverLinkLifetimeMs) return false
  const last = await tx
    .selectFrom('events')
    .select('data')
    .where('user_id', '=', userId)
    .where('type', 'in', ['address-change.asked', 'address.changed', 'address-change.undone'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { from, to, restores } = JSON.parse(last?.data ?? '{}')
  return restores === true && from === previous.email && to === email
}

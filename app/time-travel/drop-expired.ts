import type { AccountState } from '#app/pages.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

import { collectionFields } from './feature-histories.ts'

/**
 * Removes expired items and pending email changes.
 *
 * @param at  Unix milliseconds
 */
export function dropExpired(state: AccountState, at: number): AccountState {
  const now = toIso(at)
  const { pendingEmail } = state
  const collections = collectionFields.map((field) => [field, withoutExpired(state[field], now)])
  return {
    ...state,
    pendingEmail: pendingEmail && isExpired(pendingEmail, now) ? null : pendingEmail,
    ...Object.fromEntries(collections),
  }
}

function isExpired(item: object, now: string): boolean {
  return 'endsAt' in item && typeof item.endsAt === 'string' && item.endsAt <= now
}

function withoutExpired(items: Readonly<Record<string, object>>, now: string) {
  return Object.fromEntries(Object.entries(items).filter(([, item]) => !isExpired(item, now)))
}

import { isDeepStrictEqual } from 'node:util'

import type { AccountState, Difference } from '#app/pages.ts'

const collectionFields = ['passkeys', 'sessions', 'tokens'] as const

const scalarFields = [
  'name',
  'email',
  'emailVerifiedAt',
  'pendingEmail',
  'photo',
  'locale',
  'timezone',
  'passwordSince',
  'twoFactorSince',
  'recoveryCodes',
  'termsVersion',
  'termsSince',
  'policyVersion',
  'policySince',
  'lockedSince',
  'erasedAt',
] as const satisfies Exclude<keyof AccountState, (typeof collectionFields)[number]>[]

/** Field by field, what is not the same; `difference(now, then)` says it the other way round. */
export function diffStates(then: AccountState, now: AccountState): Difference[] {
  const fields = scalarFields.map((field) => ({
    field,
    id: null,
    before: then[field],
    after: now[field],
  }))
  const rows = collectionFields.flatMap((field) => {
    const [was, is] = [then[field], now[field]]
    if (was === is) return []
    const ids = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    return ids.map((id) => ({ field, id, before: was[id] ?? null, after: is[id] ?? null }))
  })
  // The compiler does not follow that a field and its values belong together.
  return [...fields, ...rows].filter(
    ({ before, after }) => before !== after && !isDeepStrictEqual(before, after),
  ) as Difference[]
}

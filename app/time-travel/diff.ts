import { isDeepStrictEqual } from 'node:util'

import { type AccountState, collectionFields } from '#app/account-events.ts'
import { scalarFields } from '#app/account-state.ts'

import type { Difference } from './pages.ts'

/** Lists the fields and collection entries that differ. */
export function diffStates(then: AccountState, now: AccountState): Difference[] {
  const fields = scalarFields.map((field) => ({
    field,
    id: null,
    before: then[field],
    after: now[field],
  }))
  const rows = collectionFields.flatMap((field) => {
    const [before, after] = [then[field], now[field]]
    if (before === after) return []
    const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return ids.map((id) => ({ field, id, before: before[id] ?? null, after: after[id] ?? null }))
  })
  // The compiler does not correlate a field with its values.
  return [...fields, ...rows].filter(
    ({ before, after }) => before !== after && !isDeepStrictEqual(before, after),
  ) as Difference[]
}

import { collectionFieldsWith } from '#app/account-state.ts'
import type { AccountState, Difference, EventWindow } from '#app/pages.ts'
import { accountFeatures } from '#web/account-features.ts'

type EventChanges = Pick<EventWindow['events'][number], 'seq' | 'changes'>

/**
 * Rebuilds the account's state after an event from the loaded changes: the last change of a field wins over `start`.
 *
 * @param start  the state before the first event
 * @param at     Unix milliseconds; anything expired by then is left out
 */
export function stateAt(
  start: AccountState,
  events: readonly EventChanges[],
  { seq, at }: { seq: number; at: number },
): AccountState {
  const lastChanges = new Map<string, Difference>()
  for (const event of events) {
    if (event.seq > seq) break
    for (const change of event.changes)
      lastChanges.set(`${change.field} ${change.id ?? ''}`, change)
  }

  const state: Record<string, unknown> = { ...start }
  for (const { field, id, after } of lastChanges.values())
    state[field] = id === null ? after : withRow(state[field], id, after)
  return dropExpired(Object.assign({ ...start }, state), new Date(at).toISOString())
}

function withRow(rows: unknown, id: string, row: unknown): Record<string, unknown> {
  const all: Record<string, unknown> = { ...Object(rows) }
  if (row === null) delete all[id]
  else all[id] = row
  return all
}

/** @param now  ISO 8601, UTC, so times compare as strings */
function dropExpired(state: AccountState, now: string): AccountState {
  const { pendingEmail } = state
  const collections = collectionFieldsWith(accountFeatures)
  return {
    ...state,
    pendingEmail: pendingEmail && !isExpired(pendingEmail, now) ? pendingEmail : null,
    ...Object.fromEntries(collections.map((field) => [field, withoutExpired(state[field], now)])),
  }
}

function isExpired(item: object, now: string): boolean {
  return 'endsAt' in item && typeof item.endsAt === 'string' && item.endsAt <= now
}

function withoutExpired(items: Readonly<Record<string, object>>, now: string) {
  return Object.fromEntries(Object.entries(items).filter(([, item]) => !isExpired(item, now)))
}

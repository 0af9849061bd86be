import type { AccountState } from '#app/account-events.ts'
import { dropExpired } from '#app/account-state.ts'
import type { Difference, EventWindow } from '#app/time-travel/pages.ts'

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

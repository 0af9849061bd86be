import type { AccountState, Difference, EventWindow } from '#app/pages.ts'

/** When an event happened, in Unix milliseconds, and what it changed. */
type EventChanges = Pick<EventWindow['events'][number], 'seq' | 'changes'>

/**
 * The account after an event, from what is loaded: each thing is what the last change up to there made it, else what it was
 * before all of them.
 *
 * @param start  the state before the first step, with what ends by itself
 * @param at     Unix milliseconds: what had ended by itself until then is left out
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

interface Expiring {
  endsAt: string | null
}

/** @param now  as all times are: ISO 8601, UTC, and so in the order of the alphabet */
function dropExpired(state: AccountState, now: string): AccountState {
  const isActive = ({ endsAt }: Expiring) => endsAt === null || endsAt > now
  const { pendingEmail, sessions, tokens } = state
  return {
    ...state,
    pendingEmail: pendingEmail && isActive(pendingEmail) ? pendingEmail : null,
    sessions: filterRows(sessions, isActive),
    tokens: filterRows(tokens, isActive),
  }
}

function filterRows<Row>(
  rows: Record<string, Row>,
  predicate: (row: Row) => boolean,
): Record<string, Row> {
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => predicate(row)))
}

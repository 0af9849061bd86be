import type { AccountState, Difference, Nearby } from '#app/pages.ts'

/** When an event happened, in Unix milliseconds, and what it changed. */
type Step = Pick<Nearby['events'][number], 'seq' | 'changes'>

/**
 * The account after an event, from what is loaded: each thing is what the last change up to there made it, else what it was
 * before all of them.
 *
 * @param start  the state before the first step, with what ends by itself
 * @param at     Unix milliseconds: what had ended by itself until then is left out
 */
export function stateAt(
  start: AccountState,
  steps: readonly Step[],
  { seq, at }: { seq: number; at: number },
): AccountState {
  const last = new Map<string, Difference>()
  for (const step of steps) {
    if (step.seq > seq) break
    for (const change of step.changes) last.set(`${change.field} ${change.id ?? ''}`, change)
  }

  const state: Record<string, unknown> = { ...start }
  for (const { field, id, after } of last.values())
    state[field] = id === null ? after : withRow(state[field], id, after)
  return seenAt(Object.assign({ ...start }, state), new Date(at).toISOString())
}

function withRow(rows: unknown, id: string, row: unknown): Record<string, unknown> {
  const all: Record<string, unknown> = { ...Object(rows) }
  if (row === null) delete all[id]
  else all[id] = row
  return all
}

interface Ending {
  endsAt: string | null
}

/** @param now  as all times are: ISO 8601, UTC, and so in the order of the alphabet */
function seenAt(state: AccountState, now: string): AccountState {
  const lasts = ({ endsAt }: Ending) => endsAt === null || endsAt > now
  const { pendingEmail, sessions, tokens } = state
  return {
    ...state,
    pendingEmail: pendingEmail && lasts(pendingEmail) ? pendingEmail : null,
    sessions: only(sessions, lasts),
    tokens: only(tokens, lasts),
  }
}

function only<Row>(rows: Record<string, Row>, wanted: (row: Row) => boolean): Record<string, Row> {
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => wanted(row)))
}

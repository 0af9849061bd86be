import type { AccountState, Difference, Nearby } from '#app/pages.ts'

/** When an event happened, in Unix milliseconds, and what it changed. */
type Step = Pick<Nearby['events'][number], 'seq' | 'changes'>

/**
 * The account after an event, from what is loaded: each thing is what the last change up to there made it, else what the
 * first change after found, else what it is in a state that is known.
 *
 * @param known  the state after an event among these
 * @param at     Unix milliseconds: what had ended by itself until then is left out
 */
export function stateAt(
  known: AccountState,
  steps: readonly Step[],
  { seq, at }: { seq: number; at: number },
): AccountState {
  const decided = new Map<string, { change: Difference; value: unknown }>()
  for (const step of steps)
    for (const change of step.changes) {
      const key = `${change.field} ${change.id ?? ''}`
      if (step.seq <= seq) decided.set(key, { change, value: change.after })
      else if (!decided.has(key)) decided.set(key, { change, value: change.before })
    }

  const state: Record<string, unknown> = { ...known }
  for (const { change, value } of decided.values()) {
    if (change.id === null) state[change.field] = value
    else state[change.field] = withRow(state[change.field], change.id, value)
  }
  return seenAt(Object.assign({ ...known }, state), new Date(at).toISOString())
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

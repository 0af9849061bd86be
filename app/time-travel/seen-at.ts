import type { AccountState } from '#app/pages.ts'
import { moment } from '#app/platform/moment.ts'

/**
 * The state without what had ended by itself: links and tokens that ran out, sessions nobody used any more.
 *
 * @param at  Unix milliseconds
 */
export function seenAt(state: AccountState, at: number): AccountState {
  const now = moment(at)
  const isOver = ({ endsAt }: { endsAt: string | null }) => endsAt !== null && endsAt <= now
  const { pendingEmail, sessions, tokens } = state
  return {
    ...state,
    pendingEmail: pendingEmail && isOver(pendingEmail) ? null : pendingEmail,
    sessions: filtered(sessions, isOver),
    tokens: filtered(tokens, isOver),
  }
}

function filtered<Row>(rows: Record<string, Row>, isOver: (row: Row) => boolean) {
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => !isOver(row)))
}

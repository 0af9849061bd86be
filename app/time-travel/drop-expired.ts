import type { AccountState } from '#app/pages.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

/**
 * Removes expired sessions, tokens and pending email changes.
 *
 * @param at  Unix milliseconds
 */
export function dropExpired(state: AccountState, at: number): AccountState {
  const now = toIso(at)
  const isExpired = ({ endsAt }: { endsAt: string | null }) => endsAt !== null && endsAt <= now
  const { pendingEmail, sessions, tokens } = state
  return {
    ...state,
    pendingEmail: pendingEmail && isExpired(pendingEmail) ? null : pendingEmail,
    sessions: withoutExpired(sessions, isExpired),
    tokens: withoutExpired(tokens, isExpired),
  }
}

function withoutExpired<Row>(rows: Record<string, Row>, isExpired: (row: Row) => boolean) {
  return Object.fromEntries(Object.entries(rows).filter(([, row]) => !isExpired(row)))
}

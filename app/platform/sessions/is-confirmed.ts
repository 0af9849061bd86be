import { minute } from '#app/platform/lib/durations.ts'

import type { CurrentSession } from './sessions.ts'

/** How long a confirmation counts for anything at all. */
export const maxConfirmationMinutes = 180

export function isConfirmed(
  { confirmed_at }: Pick<CurrentSession, 'confirmed_at'>,
  now: number,
  minutes: number,
): boolean {
  if (confirmed_at === null) return false
  const age = now - confirmed_at
  // A confirmation from the future is of a clock that was set back.
  return age >= 0 && age < minutes * minute
}

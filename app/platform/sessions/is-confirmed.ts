import { minute } from '#app/platform/lib/durations.ts'

import type { CurrentSession } from './sessions.ts'

/** The longest validity of a confirmation for any action. */
export const maxConfirmationMinutes = 180

export function isConfirmed(
  { confirmed_at }: Pick<CurrentSession, 'confirmed_at'>,
  now: number,
  minutes: number,
): boolean {
  if (confirmed_at === null) return false
  const age = now - confirmed_at
  // A negative age means that the clock was set back.
  return age >= 0 && age < minutes * minute
}

import { minute } from '#app/platform/lib/durations.ts'

import type { CurrentSession } from './sessions.ts'

type Confirmation = Pick<CurrentSession, 'confirmed_at'>

/** @param maxMinutes  `confirmationMinutes` of the settings */
export function isConfirmed(
  { confirmed_at }: Confirmation,
  now: number,
  maxMinutes: number,
): boolean {
  if (confirmed_at === null) return false
  const age = now - confirmed_at
  // A negative age means that the clock was set back.
  return age >= 0 && age < maxMinutes * minute
}

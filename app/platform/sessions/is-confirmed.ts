import { type ConfirmationLevel, confirmationMinutes } from '#app/confirmation-levels.ts'
import { minute } from '#app/platform/lib/durations.ts'

import type { CurrentSession } from './sessions.ts'

type Confirmation = Pick<CurrentSession, 'confirmed_at'>

export function isConfirmed(session: Confirmation, now: number, level: ConfirmationLevel): boolean {
  return isConfirmedWithin(session, now, confirmationMinutes[level] * minute)
}

export function isConfirmedWithin(
  { confirmed_at }: Confirmation,
  now: number,
  maxAgeMs: number,
): boolean {
  if (confirmed_at === null) return false
  const age = now - confirmed_at
  // A negative age means that the clock was set back.
  return age >= 0 && age < maxAgeMs
}

import { msg, type Message } from '@foyer/i18n'
import { z } from 'zod'

import type { AdjustableClock } from '#app/platform/clock/adjustable-clock.ts'
import { ValidationError } from '#app/platform/errors.ts'
import { day } from '#app/platform/lib/durations.ts'

/** Either seconds to add, or a `datetime-local` value with its time zone. */
export const MoveClockForm = z.object({
  seconds: z.coerce.number().int().positive().optional().catch(undefined),
  moment: z.string().max(40).optional(),
  zone: z.string().max(64).optional(),
})

const maxAheadYears = 10
const maxAheadMs = maxAheadYears * 366 * day

/**
 * Moves the clock forward.
 *
 * @returns the new offset in milliseconds
 * @throws ValidationError
 */
export function moveClock(clock: AdjustableClock, form: z.output<typeof MoveClockForm>): number {
  const now = clock.now()
  const target = form.seconds ? now + form.seconds * 1000 : parseLocalTime(form.moment, form.zone)
  if (target === null) throw momentError(msg('Choose a date and time.'))
  if (target <= now) {
    throw momentError(
      msg('Choose a later time. The clock can only go forward, or back to real time.'),
    )
  }
  const aheadMs = clock.offsetMs + target - now
  if (aheadMs > maxAheadMs)
    throw momentError(msg('Choose a time within the next {years} years.', { years: maxAheadYears }))
  clock.offsetMs = aheadMs
  return aheadMs
}

function parseLocalTime(input = '', zone = 'UTC'): number | null {
  try {
    return Temporal.PlainDateTime.from(input).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return null
  }
}

function momentError(message: Message): ValidationError {
  return new ValidationError({ moment: message })
}

import { say, type Sentence } from '@foyer/sentences'
import { z } from 'zod'

import { day } from '#app/platform/durations.ts'
import { Invalid } from '#app/platform/errors.ts'
import type { MovableClock } from '#app/platform/movable-clock.ts'

/** A quick choice, or a date and time as a page's field writes them, in the zone they were meant in. */
export const MoveClockForm = z.object({
  seconds: z.coerce.number().int().positive().optional().catch(undefined),
  moment: z.string().max(40).optional(),
  zone: z.string().max(64).optional(),
})

const mostAheadMs = 10 * 366 * day

/**
 * Puts the clock ahead, never back.
 *
 * @returns how far it is ahead now
 * @throws Invalid
 */
export function moveClock(clock: MovableClock, form: z.output<typeof MoveClockForm>): number {
  const now = clock.now()
  const to = form.seconds ? now + form.seconds * 1000 : typedMoment(form.moment, form.zone)
  if (to === null) throw invalid(say('Choose a date and a time.'))
  if (to <= now) {
    throw invalid(say('Choose a later moment: the clock goes forward, or back to real time.'))
  }
  const aheadMs = clock.aheadMs + to - now
  if (aheadMs > mostAheadMs) throw invalid(say('Choose a moment within ten years.'))
  clock.aheadMs = aheadMs
  return aheadMs
}

function typedMoment(typed = '', zone = 'UTC'): number | null {
  try {
    return Temporal.PlainDateTime.from(typed).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return null
  }
}

function invalid(sentence: Sentence): Invalid {
  return new Invalid({ moment: sentence })
}

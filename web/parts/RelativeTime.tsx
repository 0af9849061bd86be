import type { Text } from '@foyer/sentences'

import { useNow } from '#web/parts/now.ts'
import { Tip } from '#web/parts/Tip.tsx'
import { useZone } from '#web/parts/zone.ts'
import { useText } from '#web/text.tsx'

/** @param at ISO 8601, UTC */
export function RelativeTime({ at }: { at: string }) {
  const t = useText()
  const now = useNow(minute / 2)
  const exact = t.date(at, { dateStyle: 'long', timeStyle: 'long', timeZone: useZone() })

  return (
    <Tip text={exact}>
      {/* The server's "now" is a moment older than the browser's. */}
      <time dateTime={at} suppressHydrationWarning>
        {sinceThen(Date.parse(at) - now, t)}
      </time>
    </Tip>
  )
}

const minute = 60_000
const year = 365 * 24 * 60 * minute
const steps = [
  ['year', year],
  ['month', 30 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

/** Who chose "90 days" reads "in 90 days", not "in 3 months". What was need not be so exact. */
function isTooCoarse(unit: string, ahead: number): boolean {
  return unit === 'month' || (unit === 'year' && ahead < 2 * year)
}

function sinceThen(difference: number, t: Text): string {
  const step = steps.find(
    ([unit, length]) =>
      Math.abs(difference) >= length && !(difference > 0 && isTooCoarse(unit, difference)),
  )
  if (!step) return t.relative(0, 'second')
  const count = difference / step[1]
  // What begins with fourteen days is "in 14 days", also a moment later; what was is told once it is over.
  return t.relative(difference > 0 ? Math.round(count) : Math.trunc(count), step[0])
}

import type { Translator } from '@foyer/i18n'

import { useNow } from '#web/hooks/use-now.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'

import { Tooltip } from './Tooltip.tsx'

interface Props {
  /** ISO 8601, UTC */
  at: string
  /** For dates, where "today" is precise enough. */
  inDays?: boolean
}

export function RelativeTime({ at, inDays = false }: Props) {
  const t = useTranslation()
  const now = useNow(minute / 2)
  const exactTime = t.date(at, { dateStyle: 'long', timeStyle: 'long', timeZone: useTimezone() })

  return (
    <Tooltip text={exactTime}>
      {/* The server rendered a moment earlier. */}
      <time dateTime={at} suppressHydrationWarning>
        {formatRelative(Date.parse(at) - now, t, inDays ? 'day' : 'second')}
      </time>
    </Tooltip>
  )
}

const minute = 60_000
const year = 365 * 24 * 60 * minute
const units = [
  ['year', year],
  ['month', 30 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

const dayUnits = units.slice(0, 3)

/** Keeps future times precise: someone who chose "90 days" reads "in 90 days", not "in 3 months". */
function isTooCoarse(unit: string, aheadMs: number): boolean {
  return unit === 'month' || (unit === 'year' && aheadMs < 2 * year)
}

function formatRelative(differenceMs: number, t: Translator, smallest: 'day' | 'second'): string {
  const shown = smallest === 'day' ? dayUnits : units
  const match = shown.find(
    ([unit, unitMs]) =>
      Math.abs(differenceMs) >= unitMs && !(differenceMs > 0 && isTooCoarse(unit, differenceMs)),
  )
  if (!match) return t.relative(0, smallest)
  const count = differenceMs / match[1]
  // Future times are rounded, so that 14 days read "in 14 days" a moment later too; past times count full units.
  return t.relative(differenceMs > 0 ? Math.round(count) : Math.trunc(count), match[0])
}

import type { Translator } from '@foyer/i18n'

import { useClockOffsetMs } from '#web/hooks/use-now.ts'
import { useTranslation } from '#web/i18n.tsx'

const minute = 60_000
const units = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['week', 7 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

/** Returns a formatter of Unix milliseconds: "3 weeks ago". */
export function useRelativeTimeFormat(): (at: number) => string {
  const t = useTranslation()
  const offsetMs = useClockOffsetMs()
  return (at) => formatAgo(t, Date.now() + offsetMs - at)
}

function formatAgo(t: Translator, elapsedMs: number): string {
  const match = units.find(([, unitMs]) => elapsedMs >= unitMs)
  return match ? t.relative(-Math.floor(elapsedMs / match[1]), match[0]) : t.relative(0, 'second')
}

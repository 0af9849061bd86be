import type { Translator } from '@foyer/i18n'

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** "31 days": rounded, in the largest unit that fits. */
export function formatDuration(ms: number, t: Translator): string {
  const [unit, unitMs] = units.find(([, unitMs]) => ms >= unitMs) ?? units[2]
  return t.number(Math.round(ms / unitMs), { style: 'unit', unit, unitDisplay: 'long' })
}

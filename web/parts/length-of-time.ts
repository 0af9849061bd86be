import type { Text } from '@foyer/sentences'

const units = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** "31 days": in the largest unit of which there is one. */
export function lengthOfTime(ms: number, t: Text): string {
  const [unit, length] = units.find(([, length]) => ms >= length) ?? units[2]
  return t.number(Math.round(ms / length), { style: 'unit', unit, unitDisplay: 'long' })
}

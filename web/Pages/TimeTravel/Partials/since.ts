import type { Text } from '@foyer/sentences'

const minute = 60_000
const steps = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['week', 7 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

/** "3 weeks ago". @param at  Unix milliseconds, in the past */
export function since(t: Text, at: number): string {
  const passed = Date.now() - at
  const step = steps.find(([, length]) => passed >= length)
  return step ? t.relative(-Math.floor(passed / step[1]), step[0]) : t.relative(0, 'second')
}

import type { Text } from '@foyer/sentences'

import { useAheadMs } from '#web/parts/now.ts'
import { useText } from '#web/text.tsx'

const minute = 60_000
const steps = [
  ['year', 365 * 24 * 60 * minute],
  ['month', 30 * 24 * 60 * minute],
  ['week', 7 * 24 * 60 * minute],
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const

/** How long ago a moment was, in Unix milliseconds: "3 weeks ago". */
export function useSince(): (at: number) => string {
  const t = useText()
  const aheadMs = useAheadMs()
  return (at) => since(t, Date.now() + aheadMs - at)
}

function since(t: Text, passed: number): string {
  const step = steps.find(([, length]) => passed >= length)
  return step ? t.relative(-Math.floor(passed / step[1]), step[0]) : t.relative(0, 'second')
}

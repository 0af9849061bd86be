import { minute } from '#app/platform/lib/durations.ts'

import { maxBackoffMs } from './limits.ts'

/** The wait after the given number of attempts: 1 minute, 3, 9 … 6 hours, plus up to a quarter of jitter. */
export function backoffMs(attempts: number): number {
  const exact = Math.min(minute * 3 ** (attempts - 1), maxBackoffMs)
  return Math.round(exact * (1 + Math.random() / 4))
}

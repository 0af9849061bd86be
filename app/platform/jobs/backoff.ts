import { minute } from '#app/platform/lib/durations.ts'

export const maxAttempts = 8

const maxBackoffMs = 6 * 60 * minute

/**
 * How long to wait after the given number of tries: 1 minute, 3, 9 … 6 hours, and up to a quarter more, so that what
 * failed together does not come back together.
 */
export function backoffMs(attempts: number): number {
  const exact = Math.min(minute * 3 ** (attempts - 1), maxBackoffMs)
  return Math.round(exact * (1 + Math.random() / 4))
}

import { minute } from '#app/platform/durations.ts'

export const mostTries = 8

const longestMs = 6 * 60 * minute

/**
 * How long to wait after the given number of tries: 1 minute, 3, 9 … 6 hours, and up to a quarter more, so that what
 * failed together does not come back together.
 */
export function backOffMs(tries: number): number {
  const exact = Math.min(minute * 3 ** (tries - 1), longestMs)
  return Math.round(exact * (1 + Math.random() / 4))
}

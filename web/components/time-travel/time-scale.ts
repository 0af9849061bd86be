import type { ActivityHistogram } from '#app/time-travel/pages.ts'

/** Returns the position of a moment in the range, from 0 to 1. */
export function fractionOf({ from, to }: ActivityHistogram, at: number): number {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  return end > begin ? Math.min(1, Math.max(0, (at - begin) / (end - begin))) : 1
}

/** Inverse of fractionOf. @returns Unix milliseconds */
export function timeAt({ from, to }: ActivityHistogram, fraction: number): number {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  return Math.round(begin + Math.min(1, Math.max(0, fraction)) * (end - begin))
}

import type { ActivityHistogram } from '#app/pages.ts'

/** Where a moment lies in a life: 0 at its beginning, 1 now. */
export function fractionOf({ from, to }: ActivityHistogram, at: number): number {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  return end > begin ? Math.min(1, Math.max(0, (at - begin) / (end - begin))) : 1
}

/** The moment there, in Unix milliseconds. */
export function timeAt({ from, to }: ActivityHistogram, fraction: number): number {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  return Math.round(begin + Math.min(1, Math.max(0, fraction)) * (end - begin))
}

import type { AccountLife } from '#app/pages.ts'

/** Where a moment lies in a life: 0 at its beginning, 1 now. */
export function shareOf({ from, to }: AccountLife, at: number): number {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  return end > begin ? Math.min(1, Math.max(0, (at - begin) / (end - begin))) : 1
}

/** The moment there, in Unix milliseconds. */
export function momentAt({ from, to }: AccountLife, share: number): number {
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  return Math.round(begin + Math.min(1, Math.max(0, share)) * (end - begin))
}

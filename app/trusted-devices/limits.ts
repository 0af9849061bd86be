import { minute } from '#app/platform/lib/durations.ts'

/** How long a replaced secret may come back without an alarm: from a second tab, or after a lost response. */
export const reuseGraceMs = minute

import { day } from '#app/platform/lib/durations.ts'

/** How long a requested deletion can be cancelled. */
export const gracePeriodMs = 14 * day

/** How long before the deletion its owner gets a reminder. */
export const reminderBeforeMs = 2 * day

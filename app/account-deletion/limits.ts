import { day } from '#app/platform/lib/durations.ts'

/** How long a requested deletion can be cancelled. */
export const gracePeriodDays = 14
export const gracePeriodMs = gracePeriodDays * day

/** How long before the deletion its owner gets a reminder. */
export const reminderDaysBefore = 2
export const reminderBeforeMs = reminderDaysBefore * day

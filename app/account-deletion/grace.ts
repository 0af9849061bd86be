import type { Leaving } from '#app/pages.ts'
import { day } from '#app/platform/durations.ts'
import { moment } from '#app/platform/moment.ts'

/** How long an account that leaves can still come back. */
export const graceMs = 14 * day

/** How long before the end its owner is reminded. */
export const reminderMs = 2 * day

/** The keys of the jobs that wait while an account leaves, so that coming back can take them away. */
export function jobsOf(userId: string) {
  return { deletion: `account-deletion:${userId}`, reminder: `deletion-reminder:${userId}` }
}

/** When the account is erased, for the page that says so; null while it stays. */
export function leaving({ leaves_at }: { leaves_at: number | null }): Leaving | null {
  return leaves_at === null ? null : { erasedAt: moment(leaves_at) }
}

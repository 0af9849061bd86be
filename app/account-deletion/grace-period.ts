import type { PendingDeletion } from '#app/pages.ts'
import { day } from '#app/platform/lib/durations.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'

/** How long an account that leaves can still come back. */
export const gracePeriodMs = 14 * day

/** How long before the end its owner is reminded. */
export const reminderBeforeMs = 2 * day

/** The keys of the jobs that wait while an account leaves, so that coming back can take them away. */
export function deletionJobKeys(userId: string) {
  return { deletion: `account-deletion:${userId}`, reminder: `deletion-reminder:${userId}` }
}

/** When the account is erased, for the page that says so; null while it stays. */
export function pendingDeletion({
  leaves_at,
}: {
  leaves_at: number | null
}): PendingDeletion | null {
  return leaves_at === null ? null : { erasedAt: toIso(leaves_at) }
}

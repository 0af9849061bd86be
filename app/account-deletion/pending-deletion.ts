import { toIso } from '#app/platform/lib/iso-time.ts'

import type { PendingDeletion } from './pages.ts'

/** Dedupe keys of the scheduled jobs, by which cancelling removes them. */
export function deletionJobKeys(userId: string) {
  return { deletion: `account-deletion:${userId}`, reminder: `deletion-reminder:${userId}` }
}

/** The pending deletion as the page shows it, or null. */
export function pendingDeletion({
  leaves_at,
}: {
  leaves_at: number | null
}): PendingDeletion | null {
  return leaves_at === null ? null : { erasedAt: toIso(leaves_at) }
}

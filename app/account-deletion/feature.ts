import type { Feature } from '#app/platform/feature.ts'

import { requeueOverdueDeletions } from './requeue-overdue-deletions.ts'

export const accountDeletionFeature: Feature = {
  everyTenMinutes: requeueOverdueDeletions,
}

import type { Feature } from '#app/platform/feature.ts'

import { enqueueDailyLogMaintenance } from './daily-log-maintenance.job.ts'

export const logIntegrityFeature: Feature = {
  everyTenMinutes: enqueueDailyLogMaintenance,
}

import type { Feature } from '#app/platform/feature.ts'

import { accountLogs } from './account-logs.ts'
import { enqueueDailyLogMaintenance } from './daily-log-maintenance.job.ts'

export const logIntegrityFeature: Feature = {
  eventLogs: accountLogs,
  everyTenMinutes: enqueueDailyLogMaintenance,
}

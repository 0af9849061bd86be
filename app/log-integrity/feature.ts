import type { Feature } from '#app/platform/feature.ts'

import { accountLogStore } from './account-log-store.ts'
import { enqueueDailyLogMaintenance } from './daily-log-maintenance.job.ts'

export const logIntegrityFeature: Feature = {
  eventLogs: accountLogStore,
  everyTenMinutes: enqueueDailyLogMaintenance,
}

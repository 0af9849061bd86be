import type { Feature } from '#app/platform/feature.ts'
import { toIso } from '#app/platform/lib/iso-time.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'

import { accountLogStore } from './account-log-store.ts'
import { checkpointMail } from './checkpoint.mail.ts'
import { dailyLogMaintenanceJob, enqueueDailyLogMaintenance } from './daily-log-maintenance.job.ts'

export const logIntegrityFeature: Feature = {
  eventLogs: accountLogStore,
  everyTenMinutes: enqueueDailyLogMaintenance,
  jobs: (services) => ({ checkpoint: { run: dailyLogMaintenanceJob(services) } }),
  mailPreviews: {
    checkpointMail: (mailWriter) =>
      checkpointMail(
        mailWriter,
        `example.com/foyer-checkpoint-1\nnumber 12\nat ${toIso(sampleMailData.sentAt)}\nrecords 1204\nroot ${sampleMailData.hash}=\nleft-out 0\nprevious ${sampleMailData.hash}\n\n— example.com ${sampleMailData.hash}\n`,
      ),
  },
}

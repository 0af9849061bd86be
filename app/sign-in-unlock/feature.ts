import type { Feature } from '#app/platform/feature.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'

import { unlockJobKind, unlockLinkJob } from './unlock-link.job.ts'
import { unlockMail } from './unlock.mail.ts'

export const signInUnlockFeature: Feature = {
  jobs: (services) => ({ [unlockJobKind]: { run: unlockLinkJob(services), runner: 'urgent' } }),
  mailPreviews: {
    unlockMail: (mailWriter) => unlockMail(mailWriter, `/sign-in-unlock/${sampleMailData.hash}`),
  },
}

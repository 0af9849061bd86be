import type { Feature } from '#app/platform/feature.ts'

import { unlockJobKind, unlockLinkJob } from './unlock-link.job.ts'
import { unlockMail } from './unlock.mail.ts'

export const signInUnlockFeature: Feature = {
  jobs: (services) => ({ [unlockJobKind]: unlockLinkJob(services) }),
  mailPreviews: {
    unlockMail: (mailWriter) => unlockMail(mailWriter, `/sign-in-unlock/${'x'.repeat(43)}`),
  },
}

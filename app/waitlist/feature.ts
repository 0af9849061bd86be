import type { Feature } from '#app/platform/feature.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'

import { waitlistMail } from './waitlist.mail.ts'
import { pruneWaitlist } from './waitlist.ts'

export const waitlistFeature: Feature = {
  prune: pruneWaitlist,
  mailPreviews: {
    waitlistMail: (mailWriter) => waitlistMail(mailWriter, `/waitlist/${sampleMailData.hash}`),
  },
}

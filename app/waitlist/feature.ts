import type { Feature } from '#app/platform/feature.ts'

import { waitlistMail } from './waitlist.mail.ts'
import { pruneWaitlist, waitingAddresses } from './waitlist.ts'

export const waitlistFeature: Feature = {
  prune: pruneWaitlist,
  async waitingAddresses({ db, config }, page) {
    const waiting = await waitingAddresses(db, page)
    return config.registration === 'waitlist' || waiting.length > 0 ? waiting : null
  },
  mailPreviews: {
    waitlistMail: (mailWriter) => waitlistMail(mailWriter, `/waitlist/${'x'.repeat(43)}`),
  },
}

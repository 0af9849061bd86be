import { linkLimits, recoveryOpenMs, requestLimits } from '#app/account-recovery/limits.ts'

import { duration } from './security-policy/duration.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  rateLimits: {
    'Recovery without the mailbox': requestLimits,
    'Finishing or stopping such a recovery, by link': linkLimits,
  },
  policyValues: {
    'Such a recovery after its waiting time, and the link that stops it': [
      duration(recoveryOpenMs),
    ],
  },
}

export default feature

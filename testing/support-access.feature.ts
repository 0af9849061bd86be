import {
  openedPageLimits,
  requestLifetimeMs,
  supportAccessMinutes,
} from '#app/support-access/limits.ts'

import { duration } from './security-policy/duration.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  rateLimits: { 'Pages that support opens in an account': openedPageLimits },
  policyValues: {
    'A request of support to see an account': [duration(requestLifetimeMs)],
    'Support access to an account, once its owner agrees': [
      duration(supportAccessMinutes * 60_000),
    ],
  },
}

export default feature

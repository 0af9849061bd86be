import { maxExternalJobs } from '#app/job-handlers.ts'
import { afterHookMs, beforeHookMs } from '#app/platform/hooks/limits.ts'
import {
  deliveryRetentionMs,
  disableAfterMs,
  failingIntervalMs,
  requestTimeoutMs,
  retryDelaysMs,
  secretOverlapMs,
} from '#app/webhooks/limits.ts'

import { duration } from './security-policy/duration.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  policyValues: {
    'Webhook endpoint': [
      duration(requestTimeoutMs),
      `${retryDelaysMs.length + 1} attempts`,
      `one in ${duration(failingIntervalMs)}`,
      duration(disableAfterMs),
      `${maxExternalJobs} requests`,
    ],
    Hooks: [duration(beforeHookMs), duration(afterHookMs)],
    'secrets of webhook endpoints': [duration(secretOverlapMs)],
    'webhook messages: ids, and name, address and profile of new and changed accounts': [
      duration(deliveryRetentionMs),
    ],
  },
}

export default feature

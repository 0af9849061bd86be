import {
  idempotencyKeyLifetimeMs,
  managedAccountLimits,
  managedTeamLimits,
  maxIdempotencyKeyLength,
} from '#app/management-api/limits.ts'
import {
  defaultServiceTokenDays,
  endedServiceTokenRetentionMs,
  managementRequestsPerIp,
  maxServiceTokenDays,
  rejectedManagementRequestsPerIp,
  requestsPerServiceToken,
  serviceTokenUseIntervalMs,
} from '#app/service-tokens/limits.ts'

import { duration, perWindow } from './security-policy/duration.ts'
import type { TestFeature } from './test-features.ts'

const feature: TestFeature = {
  rateLimits: {
    'Changes of an account by services': managedAccountLimits,
    'Changes of a team by services': managedTeamLimits,
  },

  policyValues: {
    'Idempotency keys': [
      `${maxIdempotencyKeyLength} characters`,
      duration(idempotencyKeyLifetimeMs),
    ],
    'Lifetime of a service token': [
      `${defaultServiceTokenDays} days by default`,
      `${maxServiceTokenDays} days`,
    ],
    'Ended service tokens': [duration(endedServiceTokenRetentionMs)],
    'Last use of a service token': [`once in ${duration(serviceTokenUseIntervalMs)}`],
    'Management requests': [
      `${perWindow(managementRequestsPerIp)} per IP`,
      `${perWindow(requestsPerServiceToken)} per token`,
    ],
    'Rejected service tokens': [perWindow(rejectedManagementRequestsPerIp)],
  },
}

export default feature

import { day, minute } from '#app/platform/lib/durations.ts'
import { per } from '#app/platform/rate-limit/rate.ts'

export const defaultServiceTokenDays = 365
/** The latest end of a new service token. */
export const maxServiceTokenDays = 3660

/** How long expired and revoked service tokens stay listed. */
export const endedServiceTokenRetentionMs = 90 * day

/** The last use of a service token is stored once in this time. */
export const serviceTokenUseIntervalMs = minute

/** Requests to the management API. */
export const requestsPerServiceToken = per(600, minute)
export const managementRequestsPerIp = per(1200, minute)
/** Requests without a valid service token. */
export const rejectedManagementRequestsPerIp = per(30, minute)

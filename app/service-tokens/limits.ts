import { day, minute } from '#app/platform/lib/durations.ts'

export const defaultServiceTokenDays = 365
/** The latest end of a new service token. */
export const maxServiceTokenDays = 3660

/** How long expired and revoked service tokens stay listed. */
export const endedServiceTokenRetentionMs = 90 * day

/** The last use of a service token is stored once in this time. */
export const serviceTokenUseIntervalMs = minute

/** Requests to the management API. */
export const requestsPerServiceToken = { limit: 600, windowMs: minute }
export const managementRequestsPerIp = { limit: 1200, windowMs: minute }
/** Requests without a valid service token. */
export const rejectedManagementRequestsPerIp = { limit: 30, windowMs: minute }

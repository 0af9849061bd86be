import { day, hour, minute, second } from '#app/platform/lib/durations.ts'

/** The waits between attempts, from the Standard Webhooks convention; after the last attempt a delivery has failed. */
export const retryDelaysMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  day,
]

/** Added to each wait, as a part of it, so that messages that failed together do not return together. */
export const retryJitter = 0.1

/** Time from the name lookup to the headers of the response. */
export const requestTimeoutMs = 10 * second

/** Timeout of the first question to a name server, which is asked twice. */
export const dnsTimeoutMs = 2 * second

/** An endpoint that fails for so long is disabled. */
export const disableAfterMs = 5 * day

/** Deliveries that have ended, well or not, stay for so long. */
export const deliveryRetentionMs = 30 * day

/** How long the previous secret signs beside the new one after a rotation. */
export const secretOverlapMs = day

/** Standard Webhooks suggests 24 to 64. */
export const secretBytes = 32

export const maxEndpointUrlLength = 2000

/** Pending messages of an endpoint, beyond which the oldest fail. */
export const maxPendingPerEndpoint = 50_000

/** Messages of an endpoint that are due and have a job. Others wait in the table, where workers do not see them. */
export const maxDuePerEndpoint = 100

/** How often messages that wait are released. */
export const releaseIntervalMs = second

/** The same while the endpoint fails. */
export const failingReleaseIntervalMs = 10 * second

/** While an endpoint fails, one delivery in this time tries it, and the others wait. */
export const failingIntervalMs = 30 * second

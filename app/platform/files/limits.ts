/** How often a request to the bucket is sent before it fails. */
export const attempts = 3

/** Until the second attempt, on average; four times as long until the third. */
export const firstRetryMs = 200

/** Until the bucket answers, besides the time of an upload. */
export const responseTimeoutMs = 5000

/** Of the slowest upload that is waited for. */
export const minBytesPerSecond = 100_000

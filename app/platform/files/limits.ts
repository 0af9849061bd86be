/** How often a request to the bucket is sent before it fails. */
export const attempts = 3

/** Average delay before the second attempt; four times as long before the third. */
export const firstRetryMs = 200

/** How long the bucket may take to respond, besides the time of an upload. */
export const responseTimeoutMs = 5000

/** The slowest upload rate accepted. */
export const minBytesPerSecond = 100_000

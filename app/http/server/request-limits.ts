/** Time for a client to send headers and body. Node limits the headers to 16 KiB, and open-file-limit.test.ts shows what limits the connections. */
export const requestTimeoutMs = 15_000

/** A connection is closed when its client reads nothing for this long; Node takes up to twice the time. */
export const slowReaderTimeoutMs = 8000

/**
 * A client that keeps reading must do so at this speed on average, after some time to start with: a response of 500 kB takes at
 * most 18 minutes. Six connections that share the slowest mobile data plans are faster.
 */
export const slowReadLimits = { graceMs: 60_000, bytesPerSecond: 500, checkMs: 10_000 }

/** Any body but a file upload. Form fields and query parameters: `queryLimits` in packages/named-routes/query-limits.ts. */
export const maxBodyBytes = 128 * 1024

/** In an upload, room for boundaries, part headers and the text fields. */
export const uploadOverheadBytes = 16 * 1024

/** How long parsing an upload may take after its last byte. */
export const uploadParseTimeoutMs = 2000

import { Unavailable } from '#app/platform/errors.ts'

const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
])

/**
 * SQLSTATE: the connection is lost (08), the server goes down, starts or ends us (57P), an idle transaction ended (25P03),
 * a read-only standby (25006).
 */
const connectionState = /^(08...|57P..|25P03|25006)$/
/** Resources used up (53), a lock not given (55P03), time used up (57014), crossed transactions (40), disk trouble (58030). */
const momentaryState = /^(53...|55P03|57014|40001|40P01|58030)$/
/** What the driver says without a code. */
const driverSays = /timeout|terminated|not queryable|connection (error|ended)|has been closed/i

/** `connection`: this connection is of no more use. `moment`: the query can be tried again later. */
export function isUnavailable(error: unknown): 'connection' | 'moment' | null {
  if (error instanceof AggregateError) return error.errors.map(isUnavailable).find(Boolean) ?? null
  if (!(error instanceof Error)) return null
  const code = postgresCode(error)
  if (network.has(code) || connectionState.test(code)) return 'connection'
  if (momentaryState.test(code)) return 'moment'
  return code === '' && driverSays.test(error.message) ? 'connection' : null
}

export function translated(error: unknown): unknown {
  if (!isUnavailable(error)) return error
  return new Unavailable({ retryAfterSeconds: isCrossed(error) ? 1 : 5, cause: error })
}

/** Two transactions stood in each other's way; the one that lost can simply be done again. */
export function isCrossed(error: unknown): boolean {
  return /^(40001|40P01)$/.test(postgresCode(error))
}

/** SQLSTATE or the system's error code; empty when there is none. */
export function postgresCode(error: unknown): string {
  const isCoded = error instanceof Error && 'code' in error
  return isCoded && typeof error.code === 'string' ? error.code : ''
}

import { Unavailable } from '#app/platform/errors.ts'

const networkErrorCodes = new Set([
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
const connectionSqlState = /^(08...|57P..|25P03|25006)$/
/** Resources used up (53), a lock not given (55P03), time used up (57014), crossed transactions (40), disk trouble (58030). */
const transientSqlState = /^(53...|55P03|57014|40001|40P01|58030)$/
/** What the driver says without a code. */
const driverConnectionMessage =
  /timeout|terminated|not queryable|connection (error|ended)|has been closed/i

/** `connection`: this connection is of no more use. `moment`: the query can be tried again later. */
export function classifyOutage(error: unknown): 'connection' | 'transient' | null {
  if (error instanceof AggregateError) return error.errors.map(classifyOutage).find(Boolean) ?? null
  if (!(error instanceof Error)) return null
  const code = postgresCode(error)
  if (networkErrorCodes.has(code) || connectionSqlState.test(code)) return 'connection'
  if (transientSqlState.test(code)) return 'transient'
  return code === '' && driverConnectionMessage.test(error.message) ? 'connection' : null
}

export function toUnavailable(error: unknown): unknown {
  if (!classifyOutage(error)) return error
  return new Unavailable({ retryAfterSeconds: isSerializationFailure(error) ? 1 : 5, cause: error })
}

/** Two transactions stood in each other's way; the one that lost can simply be done again. */
export function isSerializationFailure(error: unknown): boolean {
  return /^(40001|40P01)$/.test(postgresCode(error))
}

/** SQLSTATE or the system's error code; empty when there is none. */
export function postgresCode(error: unknown): string {
  const hasCode = error instanceof Error && 'code' in error
  return hasCode && typeof error.code === 'string' ? error.code : ''
}

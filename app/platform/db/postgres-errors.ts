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

/** Connection lost (08), server shutdown or startup (57P), idle transaction timeout (25P03), read-only standby (25006). */
const connectionSqlState = /^(08...|57P..|25P03|25006)$/
/** Out of resources (53), lock timeout (55P03), statement timeout (57014), serialization or deadlock (40), I/O (58030). */
const transientSqlState = /^(53...|55P03|57014|40001|40P01|58030)$/
const driverConnectionMessage =
  /timeout|terminated|not queryable|connection (error|ended)|has been closed/i

/** `connection`: the connection is unusable. `transient`: the query can be retried later. Null: any other error. */
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

/** Whether a transaction failed because of a concurrent one and can be retried. */
export function isSerializationFailure(error: unknown): boolean {
  return /^(40001|40P01)$/.test(postgresCode(error))
}

/** SQLSTATE or the system error code; empty when there is none. */
export function postgresCode(error: unknown): string {
  const hasCode = error instanceof Error && 'code' in error
  return hasCode && typeof error.code === 'string' ? error.code : ''
}

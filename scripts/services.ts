import { Redis } from 'ioredis'
import { Client } from 'pg'

const timeoutMs = 2000

/** The PostgreSQL server for tests, which create and drop schemas and databases in it. */
export const postgresUrl =
  process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** The Redis server for tests; their data expires or is removed. */
export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

/** @returns null when PostgreSQL answers, otherwise the error */
export async function postgresError(): Promise<string | null> {
  const client = new Client({ connectionString: postgresUrl, connectionTimeoutMillis: timeoutMs })
  return errorMessageOf(async () => {
    await client.connect()
    await client.end()
  })
}

/** @returns null when Redis answers, otherwise the error */
export async function redisError(): Promise<string | null> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    retryStrategy: () => null,
  })
  redis.on('error', () => {})
  return errorMessageOf(async () => {
    await redis.connect()
    await redis.ping()
  }).finally(() => redis.disconnect())
}

async function errorMessageOf(attempt: () => Promise<void>): Promise<string | null> {
  return attempt().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message || error.name : String(error)),
  )
}

import { randomBytes } from 'node:crypto'

import type { Config } from '#app/platform/config/config.ts'

/** Long enough for a busy machine, whose connection would otherwise be called that of a pooler, or not be checked. */
const timeoutMs = 5000

type Settings = Pick<Config, 'databaseUrl' | 'databaseSessionUrl' | 'redisUrl'>

/**
 * Tries whether notifications arrive at a connection that only listens, as channels between processes need.
 *
 * @returns null if they do, or do not have to; otherwise a sentence for the operator
 */
export async function sessionConnectionProblem(settings: Settings): Promise<string | null> {
  const { databaseUrl, databaseSessionUrl, redisUrl } = settings
  if (redisUrl || !databaseUrl.startsWith('postgres')) return null
  if (await receivesNotifications(databaseSessionUrl)) return null
  return databaseSessionUrl === databaseUrl
    ? 'DATABASE_URL leads to a connection pooler in transaction mode, so pages get no realtime updates: set DATABASE_SESSION_URL to the address of PostgreSQL itself, or REDIS_URL.'
    : 'DATABASE_SESSION_URL leads to a connection pooler in transaction mode, so pages get no realtime updates: use the address of PostgreSQL itself.'
}

/** A pooler in transaction mode takes the listening connection from its client. */
async function receivesNotifications(url: string): Promise<boolean> {
  const { Client } = await import('pg')
  const [listener, sender] = [url, url].map(
    (connectionString) =>
      new Client({
        connectionString,
        connectionTimeoutMillis: timeoutMs,
        query_timeout: timeoutMs,
      }),
  )
  if (!listener || !sender) return false
  const channel = `probe_${randomBytes(8).toString('hex')}`
  const { promise: received, resolve } = Promise.withResolvers<boolean>()
  listener.on('error', () => resolve(false))
  sender.on('error', () => resolve(false))
  listener.on('notification', () => resolve(true))
  const timer = setTimeout(() => resolve(false), timeoutMs)
  try {
    await Promise.all([listener.connect(), sender.connect()])
    await listener.query(`listen ${channel}`)
    await sender.query(`notify ${channel}`)
    return await received
  } finally {
    clearTimeout(timer)
    await Promise.allSettled([listener.end(), sender.end()])
  }
}

import { Redis } from 'ioredis'

import type { Log } from '#app/platform/lib/log.ts'

import { rateLimitResult } from './rate-limit-result.ts'
import type { RateLimits } from './rate-limits.ts'

/** Runs atomically. A key without expiry gets one, or it would block forever. */
const incrementScript = `
local count = redis.call('INCR', KEYS[1])
local remaining = redis.call('PTTL', KEYS[1])
if remaining < 0 or remaining > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  remaining = tonumber(ARGV[1])
end
return {count, remaining}`

export const commandTimeoutMs = 150
const retryIntervalMs = 1000

/**
 * Counts in Redis, for all servers together. While Redis is unavailable, limits apply per server, and no request waits
 * for it.
 *
 * @param fallback  counts for the processes of this server
 * @param timeoutMs  after which Redis counts as unavailable
 */
export function redisRateLimits({
  url,
  fallback,
  log,
  timeoutMs = commandTimeoutMs,
}: {
  url: string
  fallback: RateLimits
  log?: Log | undefined
  timeoutMs?: number
}): RateLimits {
  const redis = createClient(url, timeoutMs)
  const connected = firstConnectionAttempt(redis, timeoutMs)
  const withFallback = createFallback(connected, log)

  return {
    hit: (key, rate) =>
      withFallback(
        async () => {
          const [count, remainingMs] = parseReply(
            await redis.eval(incrementScript, 1, redisKey(key), rate.windowMs),
          )
          return rateLimitResult(count, rate.limit, remainingMs)
        },
        () => fallback.hit(key, rate),
      ),

    async clear(key) {
      await fallback.clear(key)
      await withFallback(
        async () => void (await redis.del(redisKey(key))),
        async () => {},
      )
    },

    async ping() {
      await connected
      await redis.ping()
    },

    async close() {
      redis.disconnect()
      await fallback.close()
    },
  }
}

type RunWithFallback = <T>(command: () => Promise<T>, fallback: () => Promise<T>) => Promise<T>

/** Runs a Redis command, or the fallback: immediately while Redis is down. Logs when an outage starts and ends. */
function createFallback(connected: Promise<void>, log: Log | undefined): RunWithFallback {
  let isDown = false
  let pausedUntil = 0

  return async (command, fallback) => {
    if (performance.now() < pausedUntil) return fallback()
    try {
      await connected
      const result = await command()
      if (isDown) log?.info({}, 'Redis is back: rate limits are shared again')
      isDown = false
      return result
    } catch (error) {
      pausedUntil = performance.now() + retryIntervalMs
      if (!isDown) log?.warn({ err: error }, 'Redis does not answer: rate limits per server')
      isDown = true
      return fallback()
    }
  }
}

function createClient(url: string, commandTimeout: number): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2000,
    commandTimeout,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  })
  // Commands report their own errors. Without a listener, ioredis prints each failed connection.
  redis.on('error', () => {})
  return redis
}

/** Resolves when Redis connected, refused or timed out. */
function firstConnectionAttempt(redis: Redis, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    const settle = () => {
      clearTimeout(timer)
      resolve()
    }
    redis.once('ready', settle)
    redis.once('close', settle)
  })
}

function redisKey(key: string): string {
  return `foyer:rate-limit:${key}`
}

function parseReply(reply: unknown): [number, number] {
  if (!Array.isArray(reply)) throw new TypeError('Redis did not return two numbers')
  const [count, remainingMs] = reply.map(Number)
  return [count ?? 0, remainingMs ?? 0]
}

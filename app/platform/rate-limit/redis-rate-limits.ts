import { Redis } from 'ioredis'

import type { Log } from '#app/platform/lib/log.ts'

import type { RateLimits } from './rate-limits.ts'
import { rateLimitResult } from './result.ts'

/** One step on the server. A key that lost its end gets one again, or it would refuse for ever. */
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
 * Counts in Redis, for all servers together. While Redis does not answer, each server of ours counts by itself: the
 * limits hold per server then, and nobody waits for a Redis that is not there.
 *
 * @param ofServer  counts for the processes of this server
 */
export function redisRateLimits({
  url,
  fallback,
  log,
}: {
  url: string
  fallback: RateLimits
  log?: Log | undefined
}): RateLimits {
  const redis = createClient(url)
  const connected = firstConnectionAttempt(redis)
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

type RunWithFallback = <T>(command: () => Promise<T>, otherwise: () => Promise<T>) => Promise<T>

/** Asks Redis, or does otherwise: at once while it is known not to answer. Says when that begins and when it ends. */
function createFallback(connected: Promise<void>, log: Log | undefined): RunWithFallback {
  let isDown = false
  let pausedUntil = 0

  return async (command, otherwise) => {
    if (performance.now() < pausedUntil) return otherwise()
    try {
      await connected
      const answer = await command()
      if (isDown) log?.info({}, 'Redis is back: rate limits are shared again')
      isDown = false
      return answer
    } catch (error) {
      pausedUntil = performance.now() + retryIntervalMs
      if (!isDown) log?.warn({ err: error }, 'Redis does not answer: rate limits per server')
      isDown = true
      return otherwise()
    }
  }
}

function createClient(url: string): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2000,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  })
  // Every command fails by itself; without a listener each failed connection would be printed.
  redis.on('error', () => {})
  return redis
}

/** Done when Redis was reached, was refused, or took too long. */
function firstConnectionAttempt(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, commandTimeoutMs)
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

function parseReply(answer: unknown): [number, number] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered something else than two numbers')
  const [count, remainingMs] = answer.map(Number)
  return [count ?? 0, remainingMs ?? 0]
}

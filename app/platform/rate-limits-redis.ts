import { Redis } from 'ioredis'

import type { Log } from '#app/platform/log.ts'

import { verdict } from './rate-limits-verdict.ts'
import type { RateLimits } from './rate-limits.ts'

/** One step on the server. A key that lost its end gets one again, or it would refuse for ever. */
const countTry = `
local count = redis.call('INCR', KEYS[1])
local remaining = redis.call('PTTL', KEYS[1])
if remaining < 0 or remaining > tonumber(ARGV[1]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  remaining = tonumber(ARGV[1])
end
return {count, remaining}`

const patienceMs = 150
const pauseMs = 1000

/**
 * Counts in Redis, for all servers together. While Redis does not answer, each server of ours counts by itself: the
 * limits hold per server then, and nobody waits for a Redis that is not there.
 *
 * @param ofServer  counts for the processes of this server
 */
export function redisRateLimits({
  url,
  ofServer,
  log,
}: {
  url: string
  ofServer: RateLimits
  log?: Log | undefined
}): RateLimits {
  const redis = connection(url)
  const first = firstConnection(redis)
  const ask = fallingBack(first, log)

  return {
    hit: (key, rate) =>
      ask(
        async () => {
          const [count, remainingMs] = pair(
            await redis.eval(countTry, 1, named(key), rate.windowMs),
          )
          return verdict(count, rate.limit, remainingMs)
        },
        () => ofServer.hit(key, rate),
      ),

    async clear(key) {
      await ofServer.clear(key)
      await ask(
        async () => void (await redis.del(named(key))),
        async () => {},
      )
    },

    async ping() {
      await first
      await redis.ping()
    },

    async close() {
      redis.disconnect()
      await ofServer.close()
    },
  }
}

type Ask = <T>(command: () => Promise<T>, otherwise: () => Promise<T>) => Promise<T>

/** Asks Redis, or does otherwise: at once while it is known not to answer. Says when that begins and when it ends. */
function fallingBack(first: Promise<void>, log: Log | undefined): Ask {
  let isDown = false
  let pausedUntil = 0

  return async (command, otherwise) => {
    if (performance.now() < pausedUntil) return otherwise()
    try {
      await first
      const answer = await command()
      if (isDown) log?.info({}, 'Redis is back: rate limits are shared again')
      isDown = false
      return answer
    } catch (error) {
      pausedUntil = performance.now() + pauseMs
      if (!isDown) log?.warn({ err: error }, 'Redis does not answer: rate limits per server')
      isDown = true
      return otherwise()
    }
  }
}

function connection(url: string): Redis {
  const redis = new Redis(url, {
    connectTimeout: 2000,
    commandTimeout: patienceMs,
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
function firstConnection(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, patienceMs)
    const settle = () => {
      clearTimeout(patience)
      resolve()
    }
    redis.once('ready', settle)
    redis.once('close', settle)
  })
}

function named(key: string): string {
  return `foyer:rate-limit:${key}`
}

function pair(answer: unknown): [number, number] {
  if (!Array.isArray(answer)) throw new TypeError('Redis answered something else than two numbers')
  const [count, remainingMs] = answer.map(Number)
  return [count ?? 0, remainingMs ?? 0]
}

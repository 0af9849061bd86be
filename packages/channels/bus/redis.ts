import { once } from 'node:events'

import { Redis } from 'ioredis'

import type { Bus } from './bus.ts'
import { Follower, newsIn } from './follower.ts'
import { RedisLog } from './redis-log.ts'

export interface RedisBusOptions {
  url: string
  /** Keys begin with it, so that several applications may share one Redis. */
  prefix?: string
  /** How many appends are kept for those who missed them. */
  mostKept?: number
  cacheMs?: number
}

const answerMs = 3000

/** A bus in Redis 6 or newer: a stream keeps the order, and its news are published. */
export function redisBus({
  url,
  prefix = 'channels',
  mostKept = 10_000,
  cacheMs = 1_800_000,
}: RedisBusOptions): Bus {
  const speaking = connection(url)
  const listening = connection(url)
  const log = new RedisLog(speaking, prefix, { mostKept, cacheMs })
  let follower: Follower | undefined
  listening.on('close', () => follower?.cut())
  listening.on('message', (_channel, message) => follower?.news(...newsIn(message)))
  listening.on('ready', () => {
    if (follower) listening.subscribe(log.news).then(() => follower?.restored(), ignore)
  })

  return {
    async append(entries, cached) {
      follower?.expect(...(await log.append(entries, cached)))
    },
    async open(listener) {
      await Promise.all([ready(speaking), ready(listening)])
      const own = new Follower(log, listener)
      follower = own
      await listening.subscribe(log.news)
      await own.open(await log.cached())
    },
    listeners: () => log.listeners(),
    async close() {
      follower?.close()
      listening.disconnect()
      speaking.disconnect()
    },
  }
}

function connection(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    autoResubscribe: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: answerMs,
    retryStrategy: (times) => Math.min(50 * times, 1000),
  })
  // It says so with each command as well, and goes on trying.
  redis.on('error', ignore)
  return redis
}

/** @throws what keeps it from connecting; it goes on trying by itself */
async function ready(redis: Redis): Promise<void> {
  if (redis.status === 'wait') redis.connect().catch(ignore)
  if (redis.status !== 'ready') await once(redis, 'ready')
}

function ignore(): void {}

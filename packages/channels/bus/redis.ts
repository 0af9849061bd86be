import { once } from 'node:events'

import { Redis } from 'ioredis'

import type { Bus } from './bus.ts'
import { LogFollower, parseNotification } from './log-follower.ts'
import { RedisLog } from './redis-log.ts'

export interface RedisBusOptions {
  url: string
  /** Keys begin with it, so that several applications may share one Redis. */
  prefix?: string
  /** How many appends are kept for those who missed them. */
  maxEntries?: number
  cacheMs?: number
}

const commandTimeoutMs = 3000

/** A bus in Redis 6 or newer: a stream keeps the order, and its news are published. */
export function redisBus({
  url,
  prefix = 'channels',
  maxEntries = 10_000,
  cacheMs = 1_800_000,
}: RedisBusOptions): Bus {
  const commands = createConnection(url)
  const subscriber = createConnection(url)
  const log = new RedisLog(commands, prefix, { maxEntries, cacheMs })
  let follower: LogFollower | undefined
  subscriber.on('close', () => follower?.onDisconnect())
  subscriber.on('message', (_channel, message) =>
    follower?.onNotification(...parseNotification(message)),
  )
  subscriber.on('ready', () => {
    if (follower) subscriber.subscribe(log.notifyChannel).then(() => follower?.onReconnect(), noop)
  })

  return {
    async append(entries, cached) {
      follower?.expect(...(await log.append(entries, cached)))
    },
    async open(listener) {
      await Promise.all([waitUntilReady(commands), waitUntilReady(subscriber)])
      const newFollower = new LogFollower(log, listener)
      follower = newFollower
      await subscriber.subscribe(log.notifyChannel)
      await newFollower.open(await log.cached())
    },
    listeners: () => log.listeners(),
    async close() {
      follower?.close()
      subscriber.disconnect()
      commands.disconnect()
    },
  }
}

function createConnection(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    autoResubscribe: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (times) => Math.min(50 * times, 1000),
  })
  // It says so with each command as well, and goes on trying.
  redis.on('error', noop)
  return redis
}

/** @throws what keeps it from connecting; it goes on trying by itself */
async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status === 'wait') redis.connect().catch(noop)
  if (redis.status !== 'ready') await once(redis, 'ready')
}

function noop(): void {}

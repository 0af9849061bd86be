import { once } from 'node:events'

import { Redis } from 'ioredis'

import type { Bus } from './bus.ts'
import { LogFollower, parseNotification } from './log-follower.ts'
import { RedisLog } from './redis-log.ts'

export interface RedisBusOptions {
  url: string
  /** Prefix of all keys, which lets several applications share one Redis. */
  prefix?: string
  /** How many appended batches stay available to nodes that missed them. */
  maxEntries?: number
  cacheMs?: number
}

const commandTimeoutMs = 3000

/** A bus in Redis 6 or newer: a stream stores the log, and pub/sub announces new entries. */
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
  // Each command reports the error too, and the client reconnects.
  redis.on('error', noop)
  return redis
}

/** @throws the connection error; the client goes on trying */
async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status === 'wait') redis.connect().catch(noop)
  if (redis.status !== 'ready') await once(redis, 'ready')
}

function noop(): void {}

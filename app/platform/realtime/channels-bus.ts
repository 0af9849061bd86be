import cluster from 'node:cluster'
import { createHash } from 'node:crypto'

import { type Bus, memoryBus } from '@foyer/channels'

import type { Config } from '#app/platform/config/config.ts'

import { workerBus } from './worker-bus.ts'

/**
 * Creates the bus that connects the channels of all processes of this installation.
 *
 * @param key  the public channels key, as namespace for installations that share a Redis or a database
 */
export async function channelsBus(
  { redisUrl, databaseSessionUrl }: Pick<Config, 'redisUrl' | 'databaseSessionUrl'>,
  key: string,
): Promise<Bus> {
  // PostgreSQL limits names to 63 bytes.
  const prefix = `foyer_${createHash('sha256').update(key).digest('hex').slice(0, 20)}`
  if (redisUrl) {
    const { redisBus } = await import('@foyer/channels/redis')
    return redisBus({ url: redisUrl, prefix })
  }
  if (databaseSessionUrl.startsWith('postgres')) {
    const { postgresBus } = await import('@foyer/channels/postgres')
    return postgresBus({ url: databaseSessionUrl, prefix })
  }
  return cluster.isWorker ? workerBus() : memoryBus()
}

/** Creates the bus tables while migrating: the server's database role may lack the permission. */
export async function createBusTables({
  databaseSessionUrl: url,
}: Pick<Config, 'databaseSessionUrl'>): Promise<void> {
  if (!url.startsWith('postgres')) return
  const { makeTables } = await import('@foyer/channels/postgres')
  await makeTables(url)
}

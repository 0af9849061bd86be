import cluster from 'node:cluster'
import { createHash } from 'node:crypto'

import { type Bus, memoryBus } from '@foyer/channels'

import type { Config } from '#app/platform/config/config.ts'

import { clusterBus } from './cluster-bus.ts'

/**
 * Where the processes of this installation tell each other what happens on the channels.
 *
 * @param key  the public one; installations that share a Redis or a database have different ones
 */
export async function channelsBus(
  { redisUrl, databaseUrl }: Pick<Config, 'redisUrl' | 'databaseUrl'>,
  key: string,
): Promise<Bus> {
  // PostgreSQL's names are short.
  const prefix = `foyer_${createHash('sha256').update(key).digest('hex').slice(0, 20)}`
  if (redisUrl) {
    const { redisBus } = await import('@foyer/channels/redis')
    return redisBus({ url: redisUrl, prefix })
  }
  if (databaseUrl.startsWith('postgres')) {
    const { postgresBus } = await import('@foyer/channels/postgres')
    return postgresBus({ url: databaseUrl, prefix })
  }
  return cluster.isWorker ? clusterBus() : memoryBus()
}

/** What the bus needs in the database, made by whoever migrates: the server's own role may have no right to. */
export async function createBusTables({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (!databaseUrl.startsWith('postgres')) return
  const { makeTables } = await import('@foyer/channels/postgres')
  await makeTables(databaseUrl)
}

import { randomUUID } from 'node:crypto'

import type { Redis } from 'ioredis'

import type { SentEntry } from '#hub/log-entries.ts'

import type { Batch, CachedEntry } from './bus.ts'
import { decodeEntries, encodeEntries } from './entry-codec.ts'
import type { LogSlice, LogSource, StoredBatch } from './log-follower.ts'
import { appendScript, logScript, renewScript } from './redis-scripts.ts'

export interface LogRetention {
  maxEntries: number
  cacheMs: number
}

/** The log and its cache in Redis. All keys hash to one cluster slot. */
export class RedisLog implements LogSource {
  readonly notifyChannel: string
  readonly #redis: Redis
  readonly #keys: [head: string, log: string]
  readonly #cache: string
  readonly #retention: LogRetention

  constructor(redis: Redis, prefix: string, retention: LogRetention) {
    const hashTag = `{${prefix}}`
    this.notifyChannel = `${hashTag}:news`
    this.#redis = redis
    this.#keys = [`${hashTag}:head`, `${hashTag}:log`]
    this.#cache = `${hashTag}:cache:`
    this.#retention = retention
  }

  /** @returns the epoch and the last position */
  async append(
    entries: SentEntry[],
    cached: CachedEntry[],
  ): Promise<[epoch: string, last: number]> {
    const { maxEntries, cacheMs } = this.#retention
    const cacheArguments = cached.flatMap(({ channel, index }) => [
      this.#cache + channel,
      index,
      encodeEntries(entries.slice(index, index + 1)),
    ])
    const text = encodeEntries(entries)
    const values = [
      this.notifyChannel,
      randomUUID(),
      entries.length,
      text,
      maxEntries,
      cacheMs,
      ...cacheArguments,
    ]
    const [epoch, last] = await this.#run(appendScript, values)
    return [String(epoch), Number(last)]
  }

  async readAfter(last: number): Promise<LogSlice> {
    const [epoch, n, stored] = await this.#run(logScript, [last, randomUUID()])
    const list: unknown[] = Array.isArray(stored) ? stored : []
    return {
      epoch: String(epoch),
      last: Number(n),
      stored: list.flatMap((batch) => parseStoredBatch(batch)),
    }
  }

  async startNewEpoch(epoch: string): Promise<void> {
    await this.#run(renewScript, [epoch, randomUUID()])
  }

  async cached(): Promise<Batch[]> {
    const pattern = `${this.#cache.replaceAll(/[*?[\]\\^]/g, '\\$&')}*`
    const batches: Batch[] = []
    let cursor = '0'
    do {
      const [next, found] = await this.#redis.scan(cursor, 'MATCH', pattern, 'COUNT', 500)
      cursor = next
      for (const key of found) {
        const [text, remainingMs] = await Promise.all([this.#redis.get(key), this.#redis.pttl(key)])
        const entries = text === null ? null : decodeEntries(text, 1)
        const ageMs = Math.max(0, this.#retention.cacheMs - remainingMs)
        if (entries) batches.push({ first: 0, entries, ageMs })
      }
    } while (cursor !== '0')
    return batches
  }

  async listeners(): Promise<number> {
    const [, count] = await this.#redis.pubsub('NUMSUB', this.notifyChannel)
    return Number(count)
  }

  async #run(script: string, values: (string | number)[]): Promise<unknown[]> {
    const found = await this.#redis.eval(script, this.#keys.length, ...this.#keys, ...values)
    return Array.isArray(found) ? found : []
  }
}

/** @param found  `[first, last, ageMs, text]` */
function parseStoredBatch(found: unknown): StoredBatch[] {
  if (!Array.isArray(found)) return []
  const [first, last, ageMs] = found.slice(0, 3).map(Number)
  const text: unknown = found[3]
  if (first === undefined || last === undefined || ageMs === undefined) return []
  if (typeof text !== 'string' || !(first > 0) || !(last >= first) || !(ageMs >= 0)) return []
  return [{ first, last, ageMs, text }]
}

import { randomUUID } from 'node:crypto'

import type { Redis } from 'ioredis'

import type { Sent } from '#hub/entries.ts'

import type { Batch, Cached } from './bus.ts'
import { read, written } from './envelope.ts'
import type { Log, Source, Stored } from './follower.ts'
import { appendScript, logScript, renewScript } from './redis-scripts.ts'

export interface Kept {
  mostKept: number
  cacheMs: number
}

/** The stream that keeps the order, and what stands beside it. All keys are of one slot. */
export class RedisLog implements Source {
  readonly news: string
  readonly #redis: Redis
  readonly #keys: [head: string, log: string]
  readonly #cache: string
  readonly #kept: Kept

  constructor(redis: Redis, prefix: string, kept: Kept) {
    const place = `{${prefix}}`
    this.news = `${place}:news`
    this.#redis = redis
    this.#keys = [`${place}:head`, `${place}:log`]
    this.#cache = `${place}:cache:`
    this.#kept = kept
  }

  /** @returns the epoch and the place of the last entry */
  async append(entries: Sent[], cached: Cached[]): Promise<[epoch: string, last: number]> {
    const { mostKept, cacheMs } = this.#kept
    const kept = cached.flatMap(({ channel, index }) => [
      this.#cache + channel,
      index,
      written(entries.slice(index, index + 1)),
    ])
    const text = written(entries)
    const values = [this.news, randomUUID(), entries.length, text, mostKept, cacheMs, ...kept]
    const [epoch, last] = await this.#run(appendScript, values)
    return [String(epoch), Number(last)]
  }

  async readAfter(last: number): Promise<Log> {
    const [epoch, n, stored] = await this.#run(logScript, [last, randomUUID()])
    const list: unknown[] = Array.isArray(stored) ? stored : []
    return { epoch: String(epoch), last: Number(n), stored: list.flatMap((one) => storedIn(one)) }
  }

  async renew(epoch: string): Promise<void> {
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
        const [text, leftMs] = await Promise.all([this.#redis.get(key), this.#redis.pttl(key)])
        const entries = text === null ? null : read(text, 1)
        const ageMs = Math.max(0, this.#kept.cacheMs - leftMs)
        if (entries) batches.push({ first: 0, entries, ageMs })
      }
    } while (cursor !== '0')
    return batches
  }

  async listeners(): Promise<number> {
    const [, count] = await this.#redis.pubsub('NUMSUB', this.news)
    return Number(count)
  }

  async #run(script: string, values: (string | number)[]): Promise<unknown[]> {
    const found = await this.#redis.eval(script, this.#keys.length, ...this.#keys, ...values)
    return Array.isArray(found) ? found : []
  }
}

/** @param found  `[first, last, ageMs, text]` */
function storedIn(found: unknown): Stored[] {
  if (!Array.isArray(found)) return []
  const [first, last, ageMs] = found.slice(0, 3).map(Number)
  const text: unknown = found[3]
  if (first === undefined || last === undefined || ageMs === undefined) return []
  if (typeof text !== 'string' || !(first > 0) || !(last >= first) || !(ageMs >= 0)) return []
  return [{ first, last, ageMs, text }]
}

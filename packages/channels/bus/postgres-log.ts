import { randomUUID } from 'node:crypto'

import type { Pool } from 'pg'

import type { Sent } from '#hub/entries.ts'

import type { Batch, Cached } from './bus.ts'
import { read, written } from './envelope.ts'
import type { Log, Source } from './follower.ts'
import * as statements from './postgres-statements.ts'

const mostNewsBytes = 7500

interface Row {
  epoch: string
  n: string
  first: string
  last: string
  age_ms: string
  text: string | null
}

export interface Times {
  keptMs: number
  cacheMs: number
}

/** The tables that keep the order. */
export class PostgresLog implements Source {
  readonly #pool: Pool
  readonly #topic: string
  readonly #news: string
  readonly #times: Times

  constructor(pool: Pool, topic: string, news: string, times: Times) {
    this.#pool = pool
    this.#topic = topic
    this.#news = news
    this.#times = times
  }

  async prepare(): Promise<void> {
    await this.#pool.query(statements.tables)
    await this.tidy()
  }

  /** @returns the epoch and the place of the last entry */
  async append(entries: Sent[], cached: Cached[]): Promise<[epoch: string, last: number]> {
    const text = written(entries)
    const fits = Buffer.byteLength(text) <= mostNewsBytes
    const latest = new Map(cached.map(({ channel, index }) => [channel, index]))
    const kept = [...latest].map(([channel, index]) => ({
      channel,
      text: written(entries.slice(index, index + 1)),
    }))
    const saying = [entries.length, text, this.#news, fits ? text : '', JSON.stringify(kept)]
    const values = [this.#topic, randomUUID(), ...saying]
    const statement = { name: 'channels append', text: statements.append, values }
    const { rows } = await this.#pool.query<Row>(statement)
    return [rows[0]?.epoch ?? '', Number(rows[0]?.n)]
  }

  async readAfter(place: number): Promise<Log> {
    const { rows } = await this.#pool.query<Row>(statements.log, [this.#topic, place])
    const [head] = rows
    if (!head) {
      await this.#pool.query(statements.begin, [this.#topic, randomUUID()])
      return this.readAfter(place)
    }
    const stored = rows.flatMap(({ first, last, age_ms, text }) =>
      text === null
        ? []
        : [{ first: Number(first), last: Number(last), ageMs: Number(age_ms), text }],
    )
    return { epoch: head.epoch, last: Number(head.n), stored }
  }

  async renew(epoch: string): Promise<void> {
    await this.#pool.query(statements.renew, [this.#topic, epoch, randomUUID()])
  }

  async tidy(): Promise<void> {
    await this.#pool.query(statements.tidyLog, [this.#topic, this.#times.keptMs])
    await this.#pool.query(statements.tidyCache, [this.#topic, this.#times.cacheMs])
  }

  async cached(): Promise<Batch[]> {
    const values = [this.#topic, this.#times.cacheMs]
    const { rows } = await this.#pool.query<Row>(statements.cached, values)
    return rows.map(({ text, age_ms }) => ({
      first: 0,
      entries: read(text ?? '', 1) ?? [],
      ageMs: Number(age_ms),
    }))
  }

  /** How many sessions listen. */
  async listeners(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: string }>(statements.listeners, [this.#news])
    return Number(rows[0]?.count)
  }
}

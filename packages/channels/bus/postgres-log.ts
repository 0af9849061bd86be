import { randomUUID } from 'node:crypto'

import type { Pool } from 'pg'

import type { SentEntry } from '#hub/log-entries.ts'

import type { Batch, CachedEntry } from './bus.ts'
import { decodeEntries, encodeEntries } from './entry-codec.ts'
import type { LogSlice, LogSource } from './log-follower.ts'
import * as statements from './postgres-statements.ts'

const maxNotifyBytes = 7500

interface Row {
  epoch: string
  n: string
  first: string
  last: string
  age_ms: string
  text: string | null
}

export interface RetentionTimes {
  retentionMs: number
  cacheMs: number
}

export class PostgresLog implements LogSource {
  readonly #pool: Pool
  readonly #topic: string
  readonly #notifyChannel: string
  readonly #retention: RetentionTimes

  constructor(pool: Pool, topic: string, notifyChannel: string, retention: RetentionTimes) {
    this.#pool = pool
    this.#topic = topic
    this.#notifyChannel = notifyChannel
    this.#retention = retention
  }

  async createTables(): Promise<void> {
    await this.#pool.query(statements.createTables)
    await this.deleteExpired()
  }

  /** @returns the epoch and the last position */
  async append(
    entries: SentEntry[],
    cached: CachedEntry[],
  ): Promise<[epoch: string, last: number]> {
    const text = encodeEntries(entries)
    const fits = Buffer.byteLength(text) <= maxNotifyBytes
    const latest = new Map(cached.map(({ channel, index }) => [channel, index]))
    const cacheRows = [...latest].map(([channel, index]) => ({
      channel,
      text: encodeEntries(entries.slice(index, index + 1)),
    }))
    const parameters = [
      entries.length,
      text,
      this.#notifyChannel,
      fits ? text : '',
      JSON.stringify(cacheRows),
    ]
    const values = [this.#topic, randomUUID(), ...parameters]
    const statement = { name: 'channels append', text: statements.append, values }
    const { rows } = await this.#pool.query<Row>(statement)
    return [rows[0]?.epoch ?? '', Number(rows[0]?.n)]
  }

  async readAfter(position: number): Promise<LogSlice> {
    const { rows } = await this.#pool.query<Row>(statements.readLog, [this.#topic, position])
    const [firstRow] = rows
    if (!firstRow) {
      await this.#pool.query(statements.createHead, [this.#topic, randomUUID()])
      return this.readAfter(position)
    }
    const stored = rows.flatMap(({ first, last, age_ms, text }) =>
      text === null
        ? []
        : [{ first: Number(first), last: Number(last), ageMs: Number(age_ms), text }],
    )
    return { epoch: firstRow.epoch, last: Number(firstRow.n), stored }
  }

  async startNewEpoch(epoch: string): Promise<void> {
    await this.#pool.query(statements.startNewEpoch, [this.#topic, epoch, randomUUID()])
  }

  async deleteExpired(): Promise<void> {
    await this.#pool.query(statements.deleteExpiredLog, [this.#topic, this.#retention.retentionMs])
    await this.#pool.query(statements.deleteExpiredCache, [this.#topic, this.#retention.cacheMs])
  }

  async cached(): Promise<Batch[]> {
    const values = [this.#topic, this.#retention.cacheMs]
    const { rows } = await this.#pool.query<Row>(statements.readCache, values)
    return rows.map(({ text, age_ms }) => ({
      first: 0,
      entries: decodeEntries(text ?? '', 1) ?? [],
      ageMs: Number(age_ms),
    }))
  }

  async listeners(): Promise<number> {
    const { rows } = await this.#pool.query<{ count: string }>(statements.countListeners, [
      this.#notifyChannel,
    ])
    return Number(rows[0]?.count)
  }
}

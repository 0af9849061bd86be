import type { Database, Db } from '#app/platform/db/connect.ts'
import { countRows } from '#app/platform/db/count-rows.ts'
import type { Log } from '#app/platform/lib/log.ts'

import type { BroadcastMessage } from './broadcast.ts'
import type { RealtimeServer } from './realtime-server.ts'

/** Commits come in bursts; one poll covers them all. */
const debounceMs = 5
/** Polls for commits of other processes and for retries. */
const pollMs = 400
const batchSize = 100
/** Messages of one channel in a batch: as long as each waits for a slow server, no channel may fill a batch alone. */
const maxPerChannel = 10
/** Doubles with each failure. */
const minBackoffMs = 200
const maxBackoffMs = 5000

export interface RelayServices {
  database: Database
  realtimeServer: Pick<RealtimeServer, 'publish'>
  log: Pick<Log, 'error'>
}

/**
 * Sends stored broadcasts: after every commit of this process, and by polling those of others. Failed messages are retried
 * in the order of their channel. Two processes may send the same message; clients deduplicate by sequence.
 */
export class OutboxRelay {
  readonly metrics = { sent: 0, failed: 0 }
  readonly #services: RelayServices
  #pollTimer: NodeJS.Timeout | undefined
  #debounceTimer: NodeJS.Timeout | undefined
  #activeRun: Promise<void> | undefined
  #hasPendingWake = false
  #isStopped = false
  #backoffMs = 0
  #backoffUntil = 0
  /** The next batch continues after it, so that a channel with many messages does not keep the others waiting. */
  #lastChannel = ''
  #unsubscribeCommits = () => {}

  constructor(services: RelayServices) {
    this.#services = services
  }

  /** Whether sending failed and is being retried. */
  get isStalled(): boolean {
    return this.#backoffMs > 0
  }

  start(): void {
    this.#pollTimer = setInterval(() => this.#wake(), pollMs).unref()
    this.#unsubscribeCommits = this.#services.database.onCommit(() => {
      this.#debounceTimer ??= setTimeout(() => this.#wake(), debounceMs).unref()
    })
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unsubscribeCommits()
    clearInterval(this.#pollTimer)
    clearTimeout(this.#debounceTimer)
    await this.#activeRun
  }

  #wake(): void {
    clearTimeout(this.#debounceTimer)
    this.#debounceTimer = undefined
    this.#hasPendingWake = true
    if (performance.now() < this.#backoffUntil) return
    this.#activeRun ??= this.#drain().finally(() => (this.#activeRun = undefined))
  }

  async #drain(): Promise<void> {
    try {
      while (this.#hasPendingWake && !this.#isStopped) {
        this.#hasPendingWake = false
        if (await this.#sendBatch()) this.#hasPendingWake = true
      }
      this.#backoffMs = 0
    } catch (error) {
      this.metrics.failed++
      if (this.#backoffMs === 0)
        this.#services.log.error({ err: error }, 'sending broadcasts failed and will be retried')
      this.#backoffMs = Math.min(this.#backoffMs * 2 || minBackoffMs, maxBackoffMs)
      this.#backoffUntil = performance.now() + this.#backoffMs
    }
  }

  /** @returns whether there may be more */
  async #sendBatch(): Promise<boolean> {
    const { db } = this.#services.database
    const after = this.#lastChannel
    const pending = await pendingBroadcasts(db, after).execute()
    const batch = firstOfEachChannel(pending)
    const sentIds: string[] = []
    try {
      for (const { id, ...message } of batch) {
        await this.#send({ ...message, data: JSON.parse(message.data) })
        sentIds.push(id)
      }
    } finally {
      if (sentIds.length > 0) await db.deleteFrom('broadcasts').where('id', 'in', sentIds).execute()
    }
    const isFull = pending.length === batchSize
    this.#lastChannel = isFull ? (pending.at(-1)?.channel ?? '') : ''
    return isFull || batch.length < pending.length || after !== ''
  }

  async #send(message: BroadcastMessage): Promise<void> {
    try {
      await this.#services.realtimeServer.publish(message)
      this.metrics.sent++
    } catch (error) {
      if (!isPermanentError(error)) throw error
      // Retrying it would block all others.
      this.metrics.failed++
      this.#services.log.error({ err: error, name: message.name }, 'broadcast dropped')
    }
  }
}

/** Ordered by sequence within a channel: the clocks of two machines may differ. */
export function pendingBroadcasts(db: Db, afterChannel: string) {
  return db
    .selectFrom('broadcasts')
    .select(['id', 'channel', 'sequence', 'name', 'data'])
    .where('channel', '>', afterChannel)
    .orderBy('channel')
    .orderBy('sequence')
    .orderBy('id')
    .limit(batchSize)
}

/** The database reads in the order of an index, so it takes less to read messages for a later batch than to skip them. */
function firstOfEachChannel<Row extends { channel: string }>(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>()
  return rows.filter(({ channel }) => {
    const count = (counts.get(channel) ?? 0) + 1
    counts.set(channel, count)
    return count <= maxPerChannel
  })
}

/** Whether the server rejected the message itself, so that retrying is pointless. */
function isPermanentError(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status < 500 && status !== 429
}

export async function countPendingBroadcasts(db: Db): Promise<number> {
  return countRows(db.selectFrom('broadcasts'))
}

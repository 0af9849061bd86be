import type { Database, Db } from '#app/platform/db/connect.ts'
import type { Log } from '#app/platform/lib/log.ts'

import type { BroadcastMessage } from './broadcast.ts'
import type { RealtimeServer } from './realtime-server.ts'

/** Commits come in bursts; one look serves them all. */
const debounceMs = 5
/** For what other processes committed, and for what could not be told. */
const pollMs = 400
const batchSize = 100
/** After a failure, and then twice as long each time. */
const minBackoffMs = 200
const maxBackoffMs = 5000

export interface RelayServices {
  database: Database
  realtimeServer: Pick<RealtimeServer, 'publish'>
  log: Pick<Log, 'error'>
}

/**
 * Tells what `broadcast` stored: after every commit of this process, and soon after those of any other. What cannot be
 * told stays and is tried again, in its order. Two processes may tell the same; whoever listens knows it by its sequence.
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
  #unsubscribeCommits = () => {}

  constructor(services: RelayServices) {
    this.#services = services
  }

  /** Whether what was committed waits because it could not be told. */
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
        if ((await this.#sendBatch()) === batchSize) this.#hasPendingWake = true
      }
      this.#backoffMs = 0
    } catch (error) {
      this.metrics.failed++
      if (this.#backoffMs === 0)
        this.#services.log.error({ err: error }, 'broadcasts wait to be told')
      this.#backoffMs = Math.min(this.#backoffMs * 2 || minBackoffMs, maxBackoffMs)
      this.#backoffUntil = performance.now() + this.#backoffMs
    }
  }

  async #sendBatch(): Promise<number> {
    const { db } = this.#services.database
    const pending = await pendingBroadcasts(db)
    const sentIds: string[] = []
    try {
      for (const { id, ...message } of pending) {
        await this.#send({ ...message, data: JSON.parse(message.data) })
        sentIds.push(id)
      }
    } finally {
      if (sentIds.length > 0) await db.deleteFrom('broadcasts').where('id', 'in', sentIds).execute()
    }
    return pending.length
  }

  async #send(message: BroadcastMessage): Promise<void> {
    try {
      await this.#services.realtimeServer.publish(message)
      this.metrics.sent++
    } catch (error) {
      if (!isPermanentError(error)) throw error
      // It would stand in the way of all others.
      this.metrics.failed++
      this.#services.log.error({ err: error, name: message.name }, 'a broadcast was given up')
    }
  }
}

/** The order of a channel is the order of its sequence, whatever the clocks of two machines say. */
function pendingBroadcasts(db: Db) {
  return db
    .selectFrom('broadcasts')
    .select(['id', 'channel', 'sequence', 'name', 'data'])
    .orderBy('channel')
    .orderBy('sequence')
    .orderBy('id')
    .limit(batchSize)
    .execute()
}

/** Refused because of what it is. */
function isPermanentError(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status < 500 && status !== 429
}

export async function countPendingBroadcasts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('broadcasts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

import type { Bus, CachedEntry } from '#bus/bus.ts'

import type { LogEntry, SentEntry } from './log-entries.ts'

/** The bus did not accept entries in time. */
export class BusUnavailable extends Error {
  override name = 'BusUnavailable'
}

interface QueuedEntry {
  entry: SentEntry
  cached: string[]
  queuedAt: number
  settle(error?: BusUnavailable): void
}

const maxBatchSize = 200
const maxQueued = 5000
const minBackoffMs = 20
const maxBackoffMs = 1000

/** Queues this node's entries in order and appends them in batches. */
export class AppendQueue {
  /** Called when the bus accepts entries again after some were dropped. */
  onRecovered = () => {}
  readonly #bus: Bus
  readonly #node: string
  readonly #timeoutMs: number
  #queue: QueuedEntry[] = []
  #seq = 0
  #isBusy = false
  #hasDropped = false
  #isClosed = false

  constructor(bus: Bus, node: string, timeoutMs: number) {
    this.#bus = bus
    this.#node = node
    this.#timeoutMs = timeoutMs
  }

  /** False after entries were dropped, until the bus accepts some again. */
  get isHealthy(): boolean {
    return !this.#hasDropped
  }

  get isIdle(): boolean {
    return this.#queue.length === 0
  }

  /** Resolves when the entry is in the log; rejects when it is dropped. */
  async push(entry: LogEntry, cached: string[] = []): Promise<void> {
    if (this.#queue.length >= maxQueued || this.#isClosed)
      throw new BusUnavailable('The bus queue is full')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#queue.push({
      entry: { ...entry, from: this.#node, seq: ++this.#seq },
      cached,
      queuedAt: performance.now(),
      settle: (error) => (error ? reject(error) : resolve()),
    })
    if (!this.#isBusy) void this.#drain()
    return promise
  }

  close(): void {
    this.#isClosed = true
    this.#dropEntries(() => true)
  }

  async #drain(): Promise<void> {
    this.#isBusy = true
    let backoffMs = minBackoffMs
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, maxBatchSize)
      if (await this.#append(batch)) backoffMs = minBackoffMs
      else {
        await new Promise((resolve) => setTimeout(resolve, backoffMs).unref())
        backoffMs = Math.min(backoffMs * 2, maxBackoffMs)
        this.#dropEntries(({ queuedAt }) => performance.now() - queuedAt > this.#timeoutMs)
      }
    }
    this.#isBusy = false
  }

  async #append(batch: QueuedEntry[]): Promise<boolean> {
    try {
      const cached = batch.flatMap(({ cached }, index): CachedEntry[] =>
        cached.map((channel) => ({ channel, index })),
      )
      await this.#bus.append(
        batch.map(({ entry }) => entry),
        cached,
      )
    } catch {
      return false
    }
    this.#queue.splice(0, batch.length)
    for (const { settle } of batch) settle()
    if (this.#hasDropped) {
      this.#hasDropped = false
      this.onRecovered()
    }
    return true
  }

  #dropEntries(isExpired: (queued: QueuedEntry) => boolean): void {
    const expired = new Set(this.#queue.filter(isExpired))
    this.#queue = this.#queue.filter((queued) => !expired.has(queued))
    if (expired.size > 0) this.#hasDropped = true
    for (const { settle } of expired) settle(new BusUnavailable('The bus does not answer'))
  }
}

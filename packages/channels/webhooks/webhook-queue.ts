import type { WebhookEvent } from '#hub/webhook-event.ts'
import { signature } from '#protocol/signatures.ts'

interface WebhookQueueSettings {
  key: string
  secret: string
  gatherMs: number
  firstPauseMs: number
  giveUpMs: number
  maxQueued: number
  now(): number
  onError(error: unknown): void
}

interface QueuedEvent {
  event: WebhookEvent
  queuedAt: number
}

const maxBatchSize = 20
const maxBackoffMs = 60_000
const requestTimeoutMs = 10_000

/** Delivers events to one URL in order and in batches, retrying until they expire. */
export class WebhookQueue {
  readonly #url: string
  readonly #settings: WebhookQueueSettings
  readonly #abort = new AbortController()
  /** Includes the batch in flight. */
  #queue: QueuedEvent[] = []
  #droppedCount = 0
  #batchTimer: NodeJS.Timeout | undefined
  #isBusy = false

  constructor(url: string, settings: WebhookQueueSettings) {
    this.#url = url
    this.#settings = settings
  }

  add(event: WebhookEvent): void {
    if (this.#queue.length >= this.#settings.maxQueued) return void this.#droppedCount++
    this.#queue.push({ event, queuedAt: performance.now() })
    if (this.#isBusy) return
    if (this.#queue.length >= maxBatchSize) void this.#drain()
    else this.#batchTimer ??= setTimeout(() => this.#drain(), this.#settings.gatherMs).unref()
  }

  close(): void {
    this.#abort.abort()
    clearTimeout(this.#batchTimer)
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#batchTimer)
    this.#batchTimer = undefined
    this.#isBusy = true
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, maxBatchSize)
      const isDelivered = await this.#deliver(batch)
      if (this.#abort.signal.aborted) return
      if (isDelivered) this.#queue.splice(0, batch.length)
      else this.#dropExpired()
      this.#reportDropped()
    }
    this.#isBusy = false
  }

  async #deliver(batch: QueuedEvent[]): Promise<boolean> {
    const events = batch.map(({ event }) => toPayload(event))
    const body = JSON.stringify({ time_ms: this.#settings.now(), events })
    const isExpired = () => batch.every((queued) => this.#isExpired(queued))
    for (let pauseMs = this.#settings.firstPauseMs; ; pauseMs *= 2) {
      if (await this.#post(body)) return true
      if (this.#abort.signal.aborted || isExpired()) return false
      const waitMs = Math.min(pauseMs, maxBackoffMs)
      await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
    }
  }

  async #post(body: string): Promise<boolean> {
    const { key, secret } = this.#settings
    const headers = {
      'content-type': 'application/json',
      'x-pusher-key': key,
      'x-pusher-signature': signature(secret, body),
    }
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(requestTimeoutMs)])
    const requestInit = { method: 'POST', headers, body, signal, redirect: 'error' } as const
    try {
      const response = await fetch(this.#url, requestInit)
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  #isExpired({ queuedAt }: QueuedEvent): boolean {
    return performance.now() - queuedAt > this.#settings.giveUpMs
  }

  #dropExpired(): void {
    const before = this.#queue.length
    this.#queue = this.#queue.filter((queued) => !this.#isExpired(queued))
    this.#droppedCount += before - this.#queue.length
  }

  #reportDropped(): void {
    if (this.#droppedCount === 0) return
    const { host } = new URL(this.#url)
    this.#settings.onError(
      new Error(`${this.#droppedCount} webhook events to ${host} were dropped`),
    )
    this.#droppedCount = 0
  }
}

/** Webhooks carry client event data as a string. */
function toPayload(event: WebhookEvent): object {
  if (event.name !== 'client_event' || typeof event.data === 'string') return event
  return { ...event, data: JSON.stringify(event.data) }
}

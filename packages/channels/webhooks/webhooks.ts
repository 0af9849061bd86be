import type { WebhookEvent } from '#hub/webhook-event.ts'

import { WebhookQueue } from './webhook-queue.ts'

export interface WebhookOptions {
  urls: string[]
  /** Event names to send; all by default. */
  names?: WebhookEvent['name'][]
  gatherMs?: number
  /** Delay of vacated and removed events, which a page reload cancels. */
  graceMs?: number
  firstPauseMs?: number
  giveUpMs?: number
  /** Events queued per URL; more are dropped and logged. */
  maxQueued?: number
}

interface WebhookSettings extends WebhookOptions {
  key: string
  secret: string
  now(): number
  onError(error: unknown): void
}

const cacheMissIntervalMs = 10_000

const opposites: Partial<Record<WebhookEvent['name'], WebhookEvent['name']>> = {
  channel_occupied: 'channel_vacated',
  member_added: 'member_removed',
}

/** Sends webhook events to each URL, in batches, retrying for `giveUpMs`. */
export class Webhooks {
  readonly #settings: WebhookSettings & Required<WebhookOptions>
  readonly #queues: WebhookQueue[]
  /** Delayed events, cancelled by their opposite. */
  readonly #graceTimers = new Map<string, NodeJS.Timeout>()
  readonly #missedAt = new Map<string, number>()

  constructor(settings: WebhookSettings) {
    const names: WebhookEvent['name'][] = [
      'channel_occupied',
      'channel_vacated',
      'member_added',
      'member_removed',
      'client_event',
      'cache_miss',
      'subscription_count',
    ]
    const times = { gatherMs: 250, graceMs: 3000, firstPauseMs: 1000, giveUpMs: 300_000 }
    const allSettings = { names, ...times, maxQueued: 10_000, ...settings }
    this.#settings = allSettings
    this.#queues = allSettings.urls.map((url) => new WebhookQueue(url, allSettings))
  }

  notify(event: WebhookEvent): void {
    const { name } = event
    if (!this.#settings.names.includes(name)) return
    if (name === 'channel_vacated' || name === 'member_removed') return this.#delay(event)
    if (name === 'cache_miss' && this.#wasMissedRecently(event.channel)) return
    const opposite = opposites[name]
    if (opposite && this.#cancelDelayed(`${opposite} ${subjectOf(event)}`)) return
    this.#enqueue(event)
  }

  close(): void {
    for (const queue of this.#queues) queue.close()
    for (const timer of this.#graceTimers.values()) clearTimeout(timer)
  }

  #delay(event: WebhookEvent): void {
    const id = `${event.name} ${subjectOf(event)}`
    const send = () => {
      this.#graceTimers.delete(id)
      this.#enqueue(event)
    }
    this.#graceTimers.set(id, setTimeout(send, this.#settings.graceMs).unref())
  }

  #cancelDelayed(id: string): boolean {
    clearTimeout(this.#graceTimers.get(id))
    return this.#graceTimers.delete(id)
  }

  #wasMissedRecently(channel: string): boolean {
    const now = performance.now()
    for (const [other, at] of this.#missedAt) {
      if (now - at < cacheMissIntervalMs) break
      this.#missedAt.delete(other)
    }
    if (this.#missedAt.has(channel)) return true
    this.#missedAt.set(channel, now)
    return false
  }

  #enqueue(event: WebhookEvent): void {
    for (const queue of this.#queues) queue.add(event)
  }
}

function subjectOf(event: WebhookEvent): string {
  return 'user_id' in event ? `${event.channel} ${event.user_id}` : event.channel
}

import type { Event } from './log-entries.ts'

interface CachedEvent extends Event {
  at: number
}

/** The last published event of each cache channel, with or without subscribers. */
export class EventCache {
  readonly #ttlMs: number
  readonly #events = new Map<string, CachedEvent>()

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs
  }

  set(channel: string, event: CachedEvent): void {
    this.#events.delete(channel)
    this.#events.set(channel, event)
  }

  /** @returns the event with its remaining time in whole seconds, or null */
  get(channel: string, now: number): { event: Event; ttl: number } | null {
    const event = this.#events.get(channel)
    if (!event || now - event.at >= this.#ttlMs) return null
    return { event, ttl: Math.ceil((this.#ttlMs - (now - event.at)) / 1000) }
  }

  sweep(now: number): void {
    for (const [channel, { at }] of this.#events) {
      if (now - at < this.#ttlMs) return
      this.#events.delete(channel)
    }
  }
}

import type { Limits } from './limits.ts'

export interface HistoryEntry {
  position: number
  frame: Buffer
  at: number
}

export interface LogPosition {
  epoch: string
  position: number
}

interface ChannelRing {
  entries: HistoryEntry[]
  /** Entries of the channel up to this position may be missing. */
  horizon: number
}

/** Channels with a horizon of their own. Those evicted share the latest horizon among them. */
const maxHorizons = 10_000

/** Recent events per channel, for clients that reconnect. Never returns an incomplete list. */
export class ChannelHistory {
  epoch = ''
  readonly #limits: Limits
  readonly #rings = new Map<string, ChannelRing>()
  #horizon = 0
  #bytes = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @param horizon  nothing is known up to this position */
  reset(epoch: string, horizon: number): void {
    this.epoch = epoch
    this.#horizon = horizon
    this.#bytes = 0
    this.#rings.clear()
  }

  add(channel: string, entry: HistoryEntry): void {
    const ring = this.#rings.get(channel) ?? { entries: [], horizon: 0 }
    // Keeps the map ordered by last write, so that eviction starts with the oldest.
    this.#rings.delete(channel)
    this.#rings.set(channel, ring)
    ring.entries.push(entry)
    this.#bytes += entry.frame.length
    if (ring.entries.length > this.#limits.historyEvents) this.#dropOldest(ring)
    this.#enforceByteLimit()
  }

  /** @returns the entries after a position, or null when some of them are no longer stored */
  since(channel: string, { epoch, position }: LogPosition): HistoryEntry[] | null {
    const ring = this.#rings.get(channel)
    const horizon = Math.max(this.#horizon, ring?.horizon ?? 0)
    if (epoch !== this.epoch || position < horizon) return null
    return ring?.entries.filter((entry) => entry.position > position) ?? []
  }

  sweep(now: number): void {
    for (const ring of this.#rings.values())
      while (ring.entries[0] && now - ring.entries[0].at > this.#limits.historyMs)
        this.#dropOldest(ring)
    for (const [channel, ring] of this.#rings) {
      if (this.#rings.size <= maxHorizons) return
      if (ring.entries.length === 0) this.#dropRing(channel, ring)
    }
  }

  #enforceByteLimit(): void {
    for (const [channel, ring] of this.#rings) {
      if (this.#bytes <= this.#limits.historyBytes) return
      while (ring.entries.length > 0) this.#dropOldest(ring)
      this.#dropRing(channel, ring)
    }
  }

  #dropOldest(ring: ChannelRing): void {
    const dropped = ring.entries.shift()
    if (!dropped) return
    ring.horizon = dropped.position
    this.#bytes -= dropped.frame.length
  }

  #dropRing(channel: string, ring: ChannelRing): void {
    this.#horizon = Math.max(this.#horizon, ring.horizon)
    this.#rings.delete(channel)
  }
}

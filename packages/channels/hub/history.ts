import type { Limits } from './limits.ts'

export interface Kept {
  position: number
  frame: Buffer
  at: number
}

interface Ring {
  kept: Kept[]
  /** Everything of the channel up to this place may be missing here. */
  horizon: number
}

/** So many channels are remembered as having lost something; of the rest, everything before the last one is uncertain. */
const mostHorizons = 10_000

/** What was said lately in each channel, for those who were away. It says when it does not know. */
export class History {
  epoch = ''
  readonly #limits: Limits
  readonly #rings = new Map<string, Ring>()
  #horizon = 0
  #bytes = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @param horizon  the place up to which nothing is known */
  begin(epoch: string, horizon: number): void {
    this.epoch = epoch
    this.#horizon = horizon
    this.#bytes = 0
    this.#rings.clear()
  }

  keep(channel: string, kept: Kept): void {
    const ring = this.#rings.get(channel) ?? { kept: [], horizon: 0 }
    // The one written last comes last, so that the first is the first to be forgotten.
    this.#rings.delete(channel)
    this.#rings.set(channel, ring)
    ring.kept.push(kept)
    this.#bytes += kept.frame.length
    if (ring.kept.length > this.#limits.historyEvents) this.#forgetOne(ring)
    this.#makeRoom()
  }

  /** @returns what came after a place, or null when something of it is not known any more */
  since(channel: string, epoch: string, offset: number): Kept[] | null {
    const ring = this.#rings.get(channel)
    const horizon = Math.max(this.#horizon, ring?.horizon ?? 0)
    if (epoch !== this.epoch || offset < horizon) return null
    return ring?.kept.filter(({ position }) => position > offset) ?? []
  }

  sweep(now: number): void {
    for (const ring of this.#rings.values())
      while (ring.kept[0] && now - ring.kept[0].at > this.#limits.historyMs) this.#forgetOne(ring)
    for (const [channel, ring] of this.#rings) {
      if (this.#rings.size <= mostHorizons) return
      if (ring.kept.length === 0) this.#forgetRing(channel, ring)
    }
  }

  #makeRoom(): void {
    for (const [channel, ring] of this.#rings) {
      if (this.#bytes <= this.#limits.historyBytes) return
      while (ring.kept.length > 0) this.#forgetOne(ring)
      this.#forgetRing(channel, ring)
    }
  }

  #forgetOne(ring: Ring): void {
    const forgotten = ring.kept.shift()
    if (!forgotten) return
    ring.horizon = forgotten.position
    this.#bytes -= forgotten.frame.length
  }

  #forgetRing(channel: string, ring: Ring): void {
    this.#horizon = Math.max(this.#horizon, ring.horizon)
    this.#rings.delete(channel)
  }
}

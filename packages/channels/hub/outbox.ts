import type { Bus, Cached } from '#bus/bus.ts'

import type { Entry, Sent } from './entries.ts'

/** The bus does not take what we say, or not in time. */
export class BusUnavailable extends Error {
  override name = 'BusUnavailable'
}

interface Waiting {
  entry: Sent
  cached: string[]
  since: number
  done(error?: BusUnavailable): void
}

const mostAtOnce = 200
const mostWaiting = 5000
const firstPauseMs = 20
const longestPauseMs = 1000

/** What this node has to say, in its own order. What comes while the bus is busy goes together. */
export class Outbox {
  /** Called when the bus takes entries again after it refused some of them for good. */
  onceHealed = () => {}
  readonly #bus: Bus
  readonly #node: string
  readonly #patienceMs: number
  #waiting: Waiting[] = []
  #seq = 0
  #isBusy = false
  #wasRefused = false
  #isClosed = false

  constructor(bus: Bus, node: string, patienceMs: number) {
    this.#bus = bus
    this.#node = node
    this.#patienceMs = patienceMs
  }

  /** False from when something had to be given up until the bus takes something again. */
  get isAnswered(): boolean {
    return !this.#wasRefused
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0
  }

  /** Settles when the entry has its place, or when it never will. */
  async push(entry: Entry, cached: string[] = []): Promise<void> {
    if (this.#waiting.length >= mostWaiting || this.#isClosed)
      throw new BusUnavailable('Too much is waiting for the bus')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({
      entry: { ...entry, from: this.#node, seq: ++this.#seq },
      cached,
      since: performance.now(),
      done: (error) => (error ? reject(error) : resolve()),
    })
    if (!this.#isBusy) void this.#work()
    return promise
  }

  close(): void {
    this.#isClosed = true
    this.#refuse(() => true)
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    let pauseMs = firstPauseMs
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, mostAtOnce)
      if (await this.#append(batch)) pauseMs = firstPauseMs
      else {
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        this.#refuse(({ since }) => performance.now() - since > this.#patienceMs)
      }
    }
    this.#isBusy = false
  }

  async #append(batch: Waiting[]): Promise<boolean> {
    try {
      const cached = batch.flatMap(({ cached }, index): Cached[] =>
        cached.map((channel) => ({ channel, index })),
      )
      await this.#bus.append(
        batch.map(({ entry }) => entry),
        cached,
      )
    } catch {
      return false
    }
    this.#waiting.splice(0, batch.length)
    for (const { done } of batch) done()
    if (this.#wasRefused) {
      this.#wasRefused = false
      this.onceHealed()
    }
    return true
  }

  #refuse(isTooLate: (waiting: Waiting) => boolean): void {
    const late = new Set(this.#waiting.filter(isTooLate))
    this.#waiting = this.#waiting.filter((waiting) => !late.has(waiting))
    if (late.size > 0) this.#wasRefused = true
    for (const { done } of late) done(new BusUnavailable('The bus does not answer'))
  }
}

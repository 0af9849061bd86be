import type { Batch, Listener } from './bus.ts'
import { read } from './envelope.ts'

/** Entries as they are kept: their places, what they say, and since when. */
export interface Stored {
  first: number
  last: number
  ageMs: number
  text: string
}

export interface Log {
  epoch: string
  /** The last place of all. */
  last: number
  stored: Stored[]
}

/** A stored log of which news come from time to time, some of them perhaps not. */
export interface Source {
  /** Everything after a place, as far as it is still there. */
  readAfter(place: number): Promise<Log>
  /** Begins a new epoch if it is still this one. */
  renew(epoch: string): Promise<void>
}

const retryMs = 200
/** News that take longer do not come. */
const lateMs = 1000

/** Makes one order without gaps of what a source brings: what was missed is read again, or said to be lost. */
export class Follower {
  readonly #source: Source
  readonly #listener: Listener
  #epoch = ''
  #last = 0
  #isReading = false
  #readAgain = false
  #isOpen = false
  #looking: NodeJS.Timeout | undefined
  #isClosed = false
  #cuts = 0
  /** As many cuts as there were when everything was read. */
  #cutsMended = 0

  constructor(source: Source, listener: Listener) {
    this.#source = source
    this.#listener = listener
  }

  /** @param cached  what is known of before the log */
  async open(cached: Batch[]): Promise<void> {
    const log = await this.#source.readAfter(0)
    const kept = contiguous(log)
    const horizon = (kept[0]?.first ?? log.last + 1) - 1
    this.#epoch = log.epoch
    this.#last = log.last
    const batches = kept.map(batchOf)
    this.#listener.opened({ epoch: log.epoch, horizon, batches, cached })
    this.#isOpen = true
    await this.#catchUp()
  }

  close(): void {
    clearTimeout(this.#looking)
    this.#isClosed = true
  }

  /** The line was cut: whatever is said now may have been preceded by something. */
  cut(): void {
    this.#cuts++
  }

  /** The line stands again. */
  restored(): void {
    if (this.#isOpen) void this.#catchUp()
  }

  /** Something was said up to this place. A line may be dead without a word: when no news of it come, it is read. */
  expect(epoch: string, last: number): void {
    this.#looking ??= setTimeout(() => {
      this.#looking = undefined
      if (epoch !== this.#epoch || last > this.#last) this.restored()
    }, lateMs).unref()
  }

  /** @param stored  null when the news have to be read */
  news(epoch: string, stored: Stored | null): void {
    if (!this.#isOpen) return
    const isNext = stored !== null && epoch === this.#epoch && stored.first === this.#last + 1
    if (isNext && this.#cuts === this.#cutsMended && !this.#isReading) this.#say(stored)
    else if (epoch !== this.#epoch || !stored || stored.last > this.#last) void this.#catchUp()
  }

  #say(stored: Stored): void {
    this.#last = stored.last
    this.#listener.said(batchOf(stored))
  }

  async #catchUp(): Promise<void> {
    this.#readAgain = true
    if (this.#isReading) return
    this.#isReading = true
    while (this.#readAgain && !this.#isClosed) {
      this.#readAgain = false
      try {
        await this.#read()
      } catch {
        this.#readAgain = true
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
    this.#isReading = false
  }

  async #read(): Promise<void> {
    const cuts = this.#cuts
    const log = await this.#source.readAfter(this.#last)
    if (this.#isClosed) return
    if (log.epoch !== this.#epoch) return this.#readNewEpoch(log.epoch, cuts)
    if (log.last < this.#last) {
      // It was set back to an older state, and would give places a second time.
      await this.#source.renew(log.epoch)
      this.#cuts++
      this.#readAgain = true
      return
    }
    const next = contiguous(log)
    if (log.last > this.#last && next[0]?.first !== this.#last + 1) this.#lost(log)
    else for (const stored of next) this.#say(stored)
    this.#cutsMended = cuts
  }

  /** Whoever was there without a cut up to its first entry has missed nothing. */
  async #readNewEpoch(epoch: string, cuts: number): Promise<void> {
    const log = await this.#source.readAfter(0)
    if (log.epoch !== epoch) return void (this.#readAgain = true)
    const all = contiguous(log)
    const isComplete = log.last === 0 || all[0]?.first === 1
    this.#epoch = epoch
    if (this.#cutsMended !== cuts || !isComplete) this.#lost(log)
    else {
      this.#last = 0
      this.#listener.renewed(epoch)
      for (const stored of all) this.#say(stored)
    }
    this.#cutsMended = cuts
  }

  #lost({ epoch, last }: Log): void {
    this.#last = last
    this.#listener.lost(epoch, last)
  }
}

/** @param message  `epoch first last` and, when they fit, the entries */
export function newsIn(message: string): Parameters<Follower['news']> {
  const [, epoch = '', first, last, text = ''] = /^(\S+) (\d+) (\d+) ?(.*)$/s.exec(message) ?? []
  if (text === '') return [epoch, null]
  return [epoch, { first: Number(first), last: Number(last), ageMs: 0, text }]
}

/** The end of the log without a gap. */
function contiguous({ stored, last }: Log): Stored[] {
  let next = last
  const start = stored.findLastIndex((one) => {
    if (one.last !== next) return true
    next = one.first - 1
    return false
  })
  return stored.slice(start + 1)
}

function batchOf({ first, last, ageMs, text }: Stored): Batch {
  const places = last - first + 1
  return { first, ageMs, entries: read(text, places) ?? Array.from({ length: places }, () => null) }
}

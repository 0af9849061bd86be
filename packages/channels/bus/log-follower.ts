import type { Batch, Listener } from './bus.ts'
import { decodeEntries } from './entry-codec.ts'

export interface StoredBatch {
  first: number
  last: number
  ageMs: number
  text: string
}

export interface LogSlice {
  epoch: string
  last: number
  stored: StoredBatch[]
}

/** A stored log with unreliable notifications. */
export interface LogSource {
  /** Reads everything still stored after a position. */
  readAfter(position: number): Promise<LogSlice>
  /** Starts a new epoch, if `epoch` is still the current one. */
  startNewEpoch(epoch: string): Promise<void>
}

const retryMs = 200
/** A notification that takes longer is considered lost. */
const missedNotificationMs = 1000

/** Turns a log source into one order without gaps. Missed entries are read again or reported lost. */
export class LogFollower {
  readonly #source: LogSource
  readonly #listener: Listener
  #epoch = ''
  #last = 0
  #isReading = false
  #readAgain = false
  #isOpen = false
  #checkTimer: NodeJS.Timeout | undefined
  #isClosed = false
  #disconnects = 0
  /** `#disconnects` at the last complete read. */
  #recoveredDisconnects = 0

  constructor(source: LogSource, listener: Listener) {
    this.#source = source
    this.#listener = listener
  }

  /** @param cached  cached events from before the log */
  async open(cached: Batch[]): Promise<void> {
    const log = await this.#source.readAfter(0)
    const tail = contiguousTail(log)
    const horizon = (tail[0]?.first ?? log.last + 1) - 1
    this.#epoch = log.epoch
    this.#last = log.last
    const batches = tail.map(toBatch)
    this.#listener.onOpen({ epoch: log.epoch, horizon, batches, cached })
    this.#isOpen = true
    await this.#catchUp()
  }

  close(): void {
    clearTimeout(this.#checkTimer)
    this.#isClosed = true
  }

  /** Notifications may have been missed from now on. */
  onDisconnect(): void {
    this.#disconnects++
  }

  /** Notifications arrive again. */
  onReconnect(): void {
    if (this.#isOpen) void this.#catchUp()
  }

  /** Expects a notification up to this position, and reads the log when none comes: a connection can die silently. */
  expect(epoch: string, last: number): void {
    this.#checkTimer ??= setTimeout(() => {
      this.#checkTimer = undefined
      if (epoch !== this.#epoch || last > this.#last) this.onReconnect()
    }, missedNotificationMs).unref()
  }

  /** @param stored  null when the notification carries no entries */
  onNotification(epoch: string, stored: StoredBatch | null): void {
    if (!this.#isOpen) return
    const isNext = stored !== null && epoch === this.#epoch && stored.first === this.#last + 1
    if (isNext && this.#disconnects === this.#recoveredDisconnects && !this.#isReading)
      this.#emit(stored)
    else if (epoch !== this.#epoch || !stored || stored.last > this.#last) void this.#catchUp()
  }

  #emit(stored: StoredBatch): void {
    this.#last = stored.last
    this.#listener.onEntries(toBatch(stored))
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
    const disconnects = this.#disconnects
    const log = await this.#source.readAfter(this.#last)
    if (this.#isClosed) return
    if (log.epoch !== this.#epoch) return this.#readNewEpoch(log.epoch, disconnects)
    if (log.last < this.#last) {
      // The log was restored to an older state and would reuse positions.
      await this.#source.startNewEpoch(log.epoch)
      this.#disconnects++
      this.#readAgain = true
      return
    }
    const next = contiguousTail(log)
    if (log.last > this.#last && next[0]?.first !== this.#last + 1) this.#emitGap(log)
    else for (const stored of next) this.#emit(stored)
    this.#recoveredDisconnects = disconnects
  }

  /** Nothing was missed if the connection held until the new epoch's first entry. */
  async #readNewEpoch(epoch: string, disconnects: number): Promise<void> {
    const log = await this.#source.readAfter(0)
    if (log.epoch !== epoch) return void (this.#readAgain = true)
    const all = contiguousTail(log)
    const isComplete = log.last === 0 || all[0]?.first === 1
    this.#epoch = epoch
    if (this.#recoveredDisconnects !== disconnects || !isComplete) this.#emitGap(log)
    else {
      this.#last = 0
      this.#listener.onReset(epoch)
      for (const stored of all) this.#emit(stored)
    }
    this.#recoveredDisconnects = disconnects
  }

  #emitGap({ epoch, last }: LogSlice): void {
    this.#last = last
    this.#listener.onGap(epoch, last)
  }
}

/** @param message  `epoch first last`, followed by the entries if they fit */
export function parseNotification(message: string): Parameters<LogFollower['onNotification']> {
  const [, epoch = '', first, last, text = ''] = /^(\S+) (\d+) (\d+) ?(.*)$/s.exec(message) ?? []
  if (text === '') return [epoch, null]
  return [epoch, { first: Number(first), last: Number(last), ageMs: 0, text }]
}

/** The longest end of the log without a gap. */
function contiguousTail({ stored, last }: LogSlice): StoredBatch[] {
  let next = last
  const start = stored.findLastIndex((batch) => {
    if (batch.last !== next) return true
    next = batch.first - 1
    return false
  })
  return stored.slice(start + 1)
}

function toBatch({ first, last, ageMs, text }: StoredBatch): Batch {
  const count = last - first + 1
  return {
    first,
    ageMs,
    entries: decodeEntries(text, count) ?? Array.from({ length: count }, () => null),
  }
}

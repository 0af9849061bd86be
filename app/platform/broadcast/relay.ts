import type { Database, Db } from '#app/platform/db/connect.ts'
import type { Log } from '#app/platform/log.ts'

import type { Message } from './broadcast.ts'
import type { Sockets } from './sockets.ts'

/** Commits come in bursts; one look serves them all. */
const gatherMs = 5
/** For what other processes committed, and for what could not be told. */
const pollMs = 400
const atOnce = 100
/** After a failure, and then twice as long each time. */
const firstPauseMs = 200
const longestPauseMs = 5000

export interface RelayParts {
  database: Database
  sockets: Pick<Sockets, 'publish'>
  log: Pick<Log, 'error'>
}

/**
 * Tells what `broadcast` stored: after every commit of this process, and soon after those of any other. What cannot be
 * told stays and is tried again, in its order. Two processes may tell the same; whoever listens knows it by its sequence.
 */
export class Relay {
  readonly figures = { told: 0, failed: 0 }
  readonly #parts: RelayParts
  #poll: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isWanted = false
  #isStopped = false
  #pauseMs = 0
  #quietUntil = 0
  #forgetCommits = () => {}

  constructor(parts: RelayParts) {
    this.#parts = parts
  }

  /** Whether what was committed waits because it could not be told. */
  get isHeldUp(): boolean {
    return this.#pauseMs > 0
  }

  start(): void {
    this.#poll = setInterval(() => this.#wake(), pollMs).unref()
    this.#forgetCommits = this.#parts.database.onCommit(() => {
      this.#gathering ??= setTimeout(() => this.#wake(), gatherMs).unref()
    })
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#forgetCommits()
    clearInterval(this.#poll)
    clearTimeout(this.#gathering)
    await this.#running
  }

  #wake(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    this.#isWanted = true
    if (performance.now() < this.#quietUntil) return
    this.#running ??= this.#work().finally(() => (this.#running = undefined))
  }

  async #work(): Promise<void> {
    try {
      while (this.#isWanted && !this.#isStopped) {
        this.#isWanted = false
        if ((await this.#tellSome()) === atOnce) this.#isWanted = true
      }
      this.#pauseMs = 0
    } catch (error) {
      this.figures.failed++
      if (this.#pauseMs === 0) this.#parts.log.error({ err: error }, 'broadcasts wait to be told')
      this.#pauseMs = Math.min(this.#pauseMs * 2 || firstPauseMs, longestPauseMs)
      this.#quietUntil = performance.now() + this.#pauseMs
    }
  }

  async #tellSome(): Promise<number> {
    const { db } = this.#parts.database
    const waiting = await waitingBroadcasts(db)
    const told: string[] = []
    try {
      for (const { id, ...message } of waiting) {
        await this.#tell({ ...message, data: JSON.parse(message.data) })
        told.push(id)
      }
    } finally {
      if (told.length > 0) await db.deleteFrom('broadcasts').where('id', 'in', told).execute()
    }
    return waiting.length
  }

  async #tell(message: Message): Promise<void> {
    try {
      await this.#parts.sockets.publish(message)
      this.figures.told++
    } catch (error) {
      if (!isForGood(error)) throw error
      // It would stand in the way of all others.
      this.figures.failed++
      this.#parts.log.error({ err: error, name: message.name }, 'a broadcast was given up')
    }
  }
}

/** The order of a channel is the order of its sequence, whatever the clocks of two machines say. */
function waitingBroadcasts(db: Db) {
  return db
    .selectFrom('broadcasts')
    .select(['id', 'channel', 'sequence', 'name', 'data'])
    .orderBy('channel')
    .orderBy('sequence')
    .orderBy('id')
    .limit(atOnce)
    .execute()
}

/** Refused because of what it is. */
function isForGood(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  return status >= 400 && status < 500 && status !== 429
}

export async function waitingCount(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('broadcasts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

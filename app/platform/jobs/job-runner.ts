import { setTimeout as wait } from 'node:timers/promises'

import { giveUpLease, isDue, type Leased, takeJob } from './lease.ts'
import { workOn, type WorkParts } from './work-on.ts'

const mostLanes = 2
const pollMs = 5000
/** Commits come in bursts; one look serves them all. */
const gatherMs = 10

/** Works off the jobs that `enqueue` stored, here and in other processes. */
export class JobRunner {
  readonly #parts: WorkParts
  readonly #kinds: string[]
  readonly #lanes = new Set<Promise<void>>()
  readonly #running = new Set<Leased>()
  #isWanted = false
  #isStopped = false
  #isFailing = false
  #poll: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  #forgetCommits = () => {}

  constructor(parts: WorkParts) {
    this.#parts = parts
    this.#kinds = Object.keys(parts.handlers)
  }

  /** Looks for due jobs from now on: after every commit of this process, and every few seconds for all else. */
  start(): void {
    this.#poll = setInterval(() => this.wake(), pollMs).unref()
    this.#forgetCommits = this.#parts.database.onCommit(() => {
      this.#gathering ??= setTimeout(() => this.wake(), gatherMs).unref()
    })
    this.wake()
  }

  /** Looks at once. */
  wake(): void {
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    this.#isWanted = true
    this.#openLane()
  }

  /** Runs all that is due, and what becomes due meanwhile. */
  async runDue(): Promise<void> {
    this.wake()
    while (this.#lanes.size > 0) await Promise.all(this.#lanes)
  }

  /** Takes nothing new and waits for what runs. What is not done by then, another worker may take at once. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true
    this.#forgetCommits()
    clearInterval(this.#poll)
    clearTimeout(this.#gathering)
    const patience = new AbortController()
    const { signal } = patience
    const tooLate = wait(deadlineMs, undefined, { signal }).catch(() => {})
    await Promise.race([Promise.all(this.#lanes), tooLate])
    patience.abort()
    const { db } = this.#parts.database
    await Promise.allSettled([...this.#running].map((job) => giveUpLease(db, job)))
  }

  #openLane(): void {
    if (this.#isStopped || this.#lanes.size >= mostLanes) return
    const lane = this.#drain().finally(() => this.#lanes.delete(lane))
    this.#lanes.add(lane)
  }

  /** Job after job, until none is due. */
  async #drain(): Promise<void> {
    try {
      while (await this.#runNext());
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#parts.log.error({ err: error }, 'jobs cannot be worked off')
      this.#isFailing = true
    }
  }

  /** @returns whether to look again */
  async #runNext(): Promise<boolean> {
    const { database, clock } = this.#parts
    this.#isWanted = false
    if (this.#isStopped) return false
    // Most looks find nothing; they shall not cost a write.
    if (!(await isDue(database.db, this.#kinds, clock.now()))) return this.#isWanted
    const job = await takeJob(database, this.#kinds, clock.now())
    if (!job) return this.#isWanted
    this.#openLane()
    await this.#run(job)
    return true
  }

  async #run(job: Leased): Promise<void> {
    if (this.#isStopped) return giveUpLease(this.#parts.database.db, job)
    this.#running.add(job)
    try {
      await workOn(this.#parts, job)
    } finally {
      this.#running.delete(job)
    }
  }
}

export function jobRunner(parts: WorkParts): JobRunner {
  return new JobRunner(parts)
}

import { setTimeout as wait } from 'node:timers/promises'

import { releaseLease, kindOfDueJob, type LeasedJob, leaseNextJob } from './lease.ts'
import {
  jobPollMs,
  maxConcurrentJobs,
  maxConcurrentJobsOfLane,
  maxConcurrentJobsOfPrefix,
} from './limits.ts'
import { runJob, type JobServices } from './run-job.ts'

/** Commits come in bursts; one poll covers them all. */
const debounceMs = 10

/** Runs the jobs stored by `enqueue`, together with the runners of other processes. */
export class JobRunner {
  readonly #services: JobServices
  readonly #kinds: string[]
  readonly #maxJobs: number
  readonly #slots = new Set<Promise<void>>()
  readonly #running = new Set<LeasedJob>()
  #leasing: Promise<unknown> = Promise.resolve()
  #hasPendingWake = false
  #isStopped = false
  #isFailing = false
  #pollTimer: NodeJS.Timeout | undefined
  #debounceTimer: NodeJS.Timeout | undefined
  #unsubscribeCommits = () => {}

  constructor(services: JobServices, maxJobs: number) {
    this.#services = services
    this.#maxJobs = maxJobs
    this.#kinds = Object.keys(services.handlers)
  }

  /** Polls for due jobs after every commit of this process, and every few seconds. */
  start(): void {
    this.#pollTimer = setInterval(() => this.wake(), jobPollMs).unref()
    this.#unsubscribeCommits = this.#services.database.onCommit(() => {
      this.#debounceTimer ??= setTimeout(() => this.wake(), debounceMs).unref()
    })
    this.wake()
  }

  wake(): void {
    clearTimeout(this.#debounceTimer)
    this.#debounceTimer = undefined
    this.#hasPendingWake = true
    this.#startSlot()
  }

  /** Runs all due jobs, including those that become due meanwhile. */
  async runDue(): Promise<void> {
    this.wake()
    while (this.#slots.size > 0) await Promise.all(this.#slots)
  }

  /** Stops taking jobs and waits for running ones. After the deadline, releases their leases to other workers. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true
    this.#unsubscribeCommits()
    clearInterval(this.#pollTimer)
    clearTimeout(this.#debounceTimer)
    const abort = new AbortController()
    const { signal } = abort
    const timeout = wait(deadlineMs, undefined, { signal }).catch(() => {})
    await Promise.race([Promise.all(this.#slots), timeout])
    abort.abort()
    const { db } = this.#services.database
    await Promise.allSettled([...this.#running].map((job) => releaseLease(db, job)))
  }

  #startSlot(): void {
    if (this.#isStopped || this.#slots.size >= this.#maxJobs) return
    const slot = this.#drain().finally(() => this.#slots.delete(slot))
    this.#slots.add(slot)
  }

  async #drain(): Promise<void> {
    try {
      while (await this.#runNext());
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#services.log.error({ err: error }, 'job runner failed')
      this.#isFailing = true
    }
  }

  /** @returns whether to poll again */
  async #runNext(): Promise<boolean> {
    // One slot at a time, because each counts the lanes of the others.
    const leasing = this.#leasing.then(() => this.#leaseNext())
    this.#leasing = leasing.catch(() => {})
    const job = await leasing
    if (!job) return this.#hasPendingWake && !this.#isStopped
    this.#startSlot()
    await this.#run(job)
    return true
  }

  async #leaseNext(): Promise<LeasedJob | undefined> {
    const { database, clock } = this.#services
    this.#hasPendingWake = false
    if (this.#isStopped) return undefined
    const filter = { kinds: this.#kinds, ...this.#fullLanes() }
    // Most polls find nothing and should not cost a write.
    const kind = await kindOfDueJob(database.db, filter, clock.now())
    if (kind === null) return undefined
    const job =
      (await leaseNextJob(database, { ...filter, kinds: [kind] }, clock.now())) ??
      // Another worker has taken the only one of its kind.
      (await leaseNextJob(database, filter, clock.now()))
    if (job) this.#running.add(job)
    return job
  }

  #fullLanes() {
    const lanes = [...this.#running].flatMap(({ lane }) => lane ?? [])
    const prefixes = lanes.flatMap((lane) => (lane.includes(':') ? lane.split(':', 1) : []))
    return {
      fullLanes: repeated(lanes, maxConcurrentJobsOfLane),
      fullPrefixes: repeated(prefixes, maxConcurrentJobsOfPrefix),
    }
  }

  async #run(job: LeasedJob): Promise<void> {
    try {
      if (this.#isStopped) return await releaseLease(this.#services.database.db, job)
      await runJob(this.#services, job)
    } finally {
      this.#running.delete(job)
    }
  }
}

/** The texts that occur at least `times` times. */
function repeated(texts: string[], times: number): string[] {
  const groups = Map.groupBy(texts, (text) => text)
  return [...groups].flatMap(([text, { length }]) => (length >= times ? text : []))
}

/** @param maxJobs  that run at a time */
export function jobRunner(services: JobServices, maxJobs = maxConcurrentJobs): JobRunner {
  return new JobRunner(services, maxJobs)
}

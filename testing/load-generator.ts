import { setTimeout as sleep } from 'node:timers/promises'

import { changeLimits } from '#app/http/security/limits.ts'

import type { HttpClient } from './http-client.ts'

/** A request that takes longer hangs. */
const hangMs = 15_000
const maxHealMs = 30_000
const pauseAfterErrorMs = 50
const errorSigns = /^\s+at .+:\d+:\d+\)?$|node_modules|SQLITE_|SQLSTATE|\bE(?:CONN|NOSPC|IO)\w*\b/m

export interface LoadAccount {
  client: HttpClient
  email: string
}

export interface LoadReport {
  requests: number
  seconds: number
  /** The names that the server confirmed to have stored. */
  acknowledged: string[]
  /** Answers other than success, and broken connections, with their counts. */
  errors: Record<string, number>
  /** Requests without an answer. */
  hanging: number
  /** Answers that show a stack trace or an internal error. */
  leaks: string[]
  slowestMs: number
}

/**
 * People who each change their name, see their page, and change it again, without a pause. In a long run they use up half of the
 * limit of changes that way, and spread the rest; in between they only see their page.
 */
export class LoadGenerator {
  readonly #people: readonly LoadAccount[]
  readonly #loops: Promise<void>[]
  readonly #report: LoadReport
  readonly #startedAt = performance.now()
  readonly #lastSuccess = new Map<LoadAccount, number>()
  #durations: number[] = []
  #isStopping = false

  constructor(people: readonly LoadAccount[]) {
    this.#people = people
    this.#report = {
      requests: 0,
      seconds: 0,
      acknowledged: [],
      errors: {},
      hanging: 0,
      leaks: [],
      slowestMs: 0,
    }
    this.#loops = people.map((person) => this.#act(person))
  }

  get requests(): number {
    return this.#report.requests
  }

  get errors(): number {
    return Object.values(this.#report.errors).reduce((sum, count) => sum + count, 0)
  }

  get acknowledged(): number {
    return this.#report.acknowledged.length
  }

  /** The names that are confirmed so far. */
  get confirmedNames(): string[] {
    return [...this.#report.acknowledged]
  }

  /** @returns how long each request since the last call took, in milliseconds */
  takeDurations(): number[] {
    const durations = this.#durations
    this.#durations = []
    return durations
  }

  /**
   * Waits until everybody has changed something once more.
   *
   * @param since  when the cause of the trouble was gone, as `performance.now()`
   * @returns seconds since then, or null when it takes too long
   */
  async healed(since = performance.now()): Promise<number | null> {
    while (performance.now() - since < maxHealMs) {
      if (this.#people.every((one) => (this.#lastSuccess.get(one) ?? 0) > since))
        return (performance.now() - since) / 1000
      await sleep(10)
    }
    return null
  }

  async stop(): Promise<LoadReport> {
    this.#isStopping = true
    await Promise.all(this.#loops)
    this.#report.seconds = (performance.now() - this.#startedAt) / 1000
    return this.#report
  }

  async #act(person: LoadAccount): Promise<void> {
    for (let count = 1, stored = 0; !this.#isStopping; count++) {
      const isDue = performance.now() >= this.#timeOfChange(stored)
      const isStored = isDue && (await this.#change(person, count))
      if (isStored) stored++
      const isShown = await this.#request(person, '/user/profile')
      if (isStored !== isDue || !isShown) await sleep(pauseAfterErrorMs)
    }
  }

  #timeOfChange(stored: number): number {
    const { limit, windowMs } = changeLimits.perAccount
    return this.#startedAt + Math.max(0, stored - limit / 2) * ((2 * windowMs) / limit)
  }

  async #change(person: LoadAccount, count: number): Promise<boolean> {
    const startedAt = performance.now()
    const name = `Person ${count} ${person.email.split('@')[0]}`
    const isStored = await this.#request(person, '/user/profile-information', {
      method: 'PUT',
      body: { name, locale: '', timezone: '' },
    })
    if (!isStored) return false
    this.#report.acknowledged.push(name)
    this.#lastSuccess.set(person, startedAt)
    return true
  }

  async #request(
    { client }: LoadAccount,
    path: string,
    options: { method?: string; body?: unknown } = {},
  ): Promise<boolean> {
    const startedAt = performance.now()
    this.#report.requests++
    try {
      const signal = AbortSignal.timeout(hangMs)
      const accept = options.method ? 'application/json' : 'text/html'
      const response = await client.request(path, { ...options, headers: { accept }, signal })
      const text = await response.text()
      if (response.status === 200) return true
      this.#countError(String(response.status))
      if (response.status === 500 || errorSigns.test(text))
        this.#report.leaks.push(text.slice(0, 200))
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') this.#report.hanging++
      else this.#countError(connectionError(error))
    } finally {
      const durationMs = performance.now() - startedAt
      this.#durations.push(durationMs)
      this.#report.slowestMs = Math.max(this.#report.slowestMs, durationMs)
    }
    return false
  }

  #countError(kind: string): void {
    this.#report.errors[kind] = (this.#report.errors[kind] ?? 0) + 1
  }
}

function connectionError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null
  const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
  return isRefused ? 'refused' : 'reset'
}

import cluster from 'node:cluster'

import { type Clock, systemClock } from '#app/platform/clock/clock.ts'
import type { Log } from '#app/platform/lib/log.ts'

import type { RateLimitKey } from './rate-limit-key.ts'
import { type RateLimitResult, rateLimitResult } from './rate-limit-result.ts'
import type { Rate } from './rate.ts'
import { workerRateLimits } from './worker-rate-limits.ts'

/** Counts attempts in windows. A window begins with its first attempt; rejected attempts do not extend it. */
export interface RateLimits {
  /** Counts one attempt and judges it in one step: of many concurrent ones, never more than `limit` are allowed. */
  hit(key: RateLimitKey, rate: Rate): Promise<RateLimitResult>
  /** Resets the count of a key. */
  clear(key: RateLimitKey): Promise<void>
  /** @throws when the place the counts are kept in does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Creates the counters, which all processes share with Redis, and otherwise those of this server. */
export async function createRateLimits(
  { redisUrl }: { redisUrl: string | null },
  { clock = systemClock, log }: { clock?: Clock; log?: Log } = {},
): Promise<RateLimits> {
  const fallback = cluster.isWorker ? workerRateLimits() : memoryRateLimits({ clock })
  if (!redisUrl) return fallback
  const { redisRateLimits } = await import('./redis-rate-limits.ts')
  return redisRateLimits({ url: redisUrl, fallback, log })
}

/** Maximum number of windows per scope and server. */
export const maxWindows = 100_000

/** @param maxKeys  per scope; beyond it the older half is dropped, except windows that have reached their limit */
export function memoryRateLimits({
  clock,
  maxKeys = maxWindows,
}: {
  clock: Clock
  maxKeys?: number
}): RateLimits {
  const scopes = new Map<string, WindowStore>()

  function storeOf(key: RateLimitKey): WindowStore {
    const scope = key.slice(0, key.indexOf(':'))
    const store = scopes.get(scope) ?? new WindowStore(maxKeys)
    scopes.set(scope, store)
    return store
  }

  return {
    async hit(key, { limit, windowMs }) {
      const now = clock.now()
      const store = storeOf(key)
      const known = store.get(key)
      // A clock that was set back must not make a window longer than it is.
      const isOpen = known && known.endsAt > now && known.endsAt <= now + windowMs
      const window = isOpen ? known : store.start(key, now, now + windowMs)
      window.count++
      if (window.count === limit) store.protect(key, window)
      return rateLimitResult(window.count, limit, window.endsAt - now)
    },

    async clear(key) {
      storeOf(key).delete(key)
    },

    async ping() {},

    async close() {
      scopes.clear()
    },
  }
}

interface Window {
  count: number
  endsAt: number
}

class WindowStore {
  // Dropping half at once costs nothing; looking for the oldest one each time would.
  #older = new Map<string, Window>()
  #newer = new Map<string, Window>()
  /** Windows at their limit. They last until their end, or a flood of other keys would lift the limit. */
  readonly #exhausted = new Map<string, Window>()
  readonly #maxKeys: number

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  get(key: string): Window | undefined {
    return this.#exhausted.get(key) ?? this.#newer.get(key) ?? this.#older.get(key)
  }

  start(key: string, now: number, endsAt: number): Window {
    this.delete(key)
    if (this.#newer.size >= this.#maxKeys / 2) this.#dropOlder(now)
    const window = { count: 0, endsAt }
    this.#newer.set(key, window)
    return window
  }

  protect(key: string, window: Window): void {
    this.#exhausted.set(key, window)
  }

  delete(key: string): void {
    for (const windows of [this.#exhausted, this.#newer, this.#older]) windows.delete(key)
  }

  #dropOlder(now: number): void {
    this.#older = this.#newer
    this.#newer = new Map()
    for (const [key, { endsAt }] of this.#exhausted) if (endsAt <= now) this.#exhausted.delete(key)
  }
}

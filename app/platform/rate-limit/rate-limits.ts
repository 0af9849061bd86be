import cluster from 'node:cluster'

import { type Clock, systemClock } from '#app/platform/clock/clock.ts'
import type { Log } from '#app/platform/lib/log.ts'

import { type Rate, type RateLimitResult, rateLimitResult } from './rate-limit-result.ts'
import { workerRateLimits } from './worker-rate-limits.ts'

/** Counts attempts in fixed windows. A window starts with its first attempt; rejected attempts do not extend it. */
export interface RateLimits {
  /** Counts one attempt atomically: of concurrent attempts, at most `limit` are allowed. */
  hit(key: string, rate: Rate): Promise<RateLimitResult>
  /** Clears the attempts of a key. */
  clear(key: string): Promise<void>
  /** @throws when the store of the counts does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Shared by all processes when there is a Redis, otherwise by those of this server. */
export async function createRateLimits(
  { redisUrl }: { redisUrl: string | null },
  { clock = systemClock, log }: { clock?: Clock; log?: Log } = {},
): Promise<RateLimits> {
  const fallback = cluster.isWorker ? workerRateLimits() : memoryRateLimits({ clock })
  if (!redisUrl) return fallback
  const { redisRateLimits } = await import('./redis-rate-limits.ts')
  return redisRateLimits({ url: redisUrl, fallback, log })
}

export const maxWindows = 100_000

/** @param maxKeys  beyond it, the oldest half of the windows is dropped */
export function memoryRateLimits({
  clock,
  maxKeys = maxWindows,
}: {
  clock: Clock
  maxKeys?: number
}): RateLimits {
  // Dropping half at once is cheap; finding the oldest key each time is not.
  let older = new Map<string, Window>()
  let newer = new Map<string, Window>()

  function startWindow(key: string, endsAt: number): Window {
    if (newer.size >= maxKeys / 2) {
      older = newer
      newer = new Map()
    }
    const started = { count: 0, endsAt }
    newer.set(key, started)
    return started
  }

  return {
    async hit(key, { limit, windowMs }) {
      const now = clock.now()
      const known = newer.get(key) ?? older.get(key)
      // A clock that was set back must not extend a window.
      const isOpen = known && known.endsAt > now && known.endsAt <= now + windowMs
      const window = isOpen ? known : startWindow(key, now + windowMs)
      window.count++
      return rateLimitResult(window.count, limit, window.endsAt - now)
    },

    async clear(key) {
      newer.delete(key)
      older.delete(key)
    },

    async ping() {},

    async close() {
      newer.clear()
      older.clear()
    },
  }
}

interface Window {
  count: number
  endsAt: number
}

import cluster from 'node:cluster'

import { type Clock, systemClock } from '#app/platform/clock/clock.ts'
import type { Log } from '#app/platform/lib/log.ts'

import { workerRateLimits } from './cluster.ts'
import { type Rate, type RateLimitResult, rateLimitResult } from './result.ts'

/** Counts tries. A window begins with the first try and ends on its own; refused tries do not lengthen it. */
export interface RateLimits {
  /** Counts one try and judges it, in one step: of many at once, never more than `limit` are allowed. */
  hit(key: string, rate: Rate): Promise<RateLimitResult>
  /** Forgets the tries of a key. */
  clear(key: string): Promise<void>
  /** @throws when the place the counts are kept in does not answer */
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

/** @param maxKeys  beyond it the oldest half of the windows is forgotten */
export function memoryRateLimits({
  clock,
  maxKeys = maxWindows,
}: {
  clock: Clock
  maxKeys?: number
}): RateLimits {
  // Forgetting half at once costs nothing; looking for the oldest one each time would.
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
      // A clock that was set back must not make a window longer than it is.
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

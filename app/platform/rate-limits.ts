import cluster from 'node:cluster'

import { type Clock, systemClock } from '#app/platform/clock.ts'
import type { Log } from '#app/platform/log.ts'

import { type Rate, type Verdict, verdict } from './rate-limits-verdict.ts'
import { limitsOfWorkers } from './rate-limits-workers.ts'

/** Counts tries. A window begins with the first try and ends on its own; refused tries do not lengthen it. */
export interface RateLimits {
  /** Counts one try and judges it, in one step: of many at once, never more than `limit` are allowed. */
  hit(key: string, rate: Rate): Promise<Verdict>
  /** Forgets the tries of a key. */
  clear(key: string): Promise<void>
  /** @throws when the place the counts are kept in does not answer */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Shared by all processes when there is a Redis, otherwise by those of this server. */
export async function rateLimits(
  { redisUrl }: { redisUrl: string | null },
  { clock = systemClock, log }: { clock?: Clock; log?: Log } = {},
): Promise<RateLimits> {
  const ofServer = cluster.isWorker ? limitsOfWorkers() : memoryRateLimits({ clock })
  if (!redisUrl) return ofServer
  const { redisRateLimits } = await import('./rate-limits-redis.ts')
  return redisRateLimits({ url: redisUrl, ofServer, log })
}

/** @param mostKeys  beyond it the oldest half of the windows is forgotten */
export function memoryRateLimits({
  clock,
  mostKeys = 100_000,
}: {
  clock: Clock
  mostKeys?: number
}): RateLimits {
  // Forgetting half at once costs nothing; looking for the oldest one each time would.
  let older = new Map<string, Window>()
  let newer = new Map<string, Window>()

  function begin(key: string, endsAt: number): Window {
    if (newer.size >= mostKeys / 2) {
      older = newer
      newer = new Map()
    }
    const begun = { count: 0, endsAt }
    newer.set(key, begun)
    return begun
  }

  return {
    async hit(key, { limit, windowMs }) {
      const now = clock.now()
      const known = newer.get(key) ?? older.get(key)
      // A clock that was set back must not make a window longer than it is.
      const isOpen = known && known.endsAt > now && known.endsAt <= now + windowMs
      const window = isOpen ? known : begin(key, now + windowMs)
      window.count++
      return verdict(window.count, limit, window.endsAt - now)
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

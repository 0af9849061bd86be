import type { Delays } from './attempt-limits.ts'
import type { RateLimitKey } from './rate-limit-key.ts'
import type { RateLimitResult } from './rate-limit-result.ts'
import type { RateLimits } from './rate-limits.ts'

/**
 * Counts an attempt at an account. Beyond the free ones, one attempt is allowed per delay, and the delays grow: of concurrent
 * attempts one passes. Nothing sleeps; the caller rejects the others with the remaining time.
 */
export async function hitWithDelay(
  limits: RateLimits,
  account: string,
  delays: Delays,
): Promise<RateLimitResult> {
  const [countKey, delayKey] = delayKeys(account)
  const { freeAttempts: limit, windowMs } = delays
  const counted = await limits.hit(countKey, { limit, windowMs })
  if (counted.allowed) return counted
  return limits.hit(delayKey, { limit: 1, windowMs: delayMs(counted.count - limit, delays) })
}

/** Called after a success. */
export async function clearDelay(limits: RateLimits, account: string): Promise<void> {
  await Promise.all(delayKeys(account).map((key) => limits.clear(key)))
}

function delayMs(excess: number, { firstMs, maxMs }: Delays): number {
  return Math.min(maxMs, firstMs * 2 ** (excess - 1))
}

function delayKeys(account: string): [RateLimitKey, RateLimitKey] {
  return [`account:attempts:${account}`, `account:delay:${account}`]
}

import { countedNetworks } from '#app/platform/validation/ip-addresses.ts'

import type { Rate, RateLimitResult } from './rate-limit-result.ts'
import type { RateLimits } from './rate-limits.ts'

/** Counts an attempt of each network that an address counts in; the first rejection stops. */
export async function hitNetworks(
  limits: RateLimits,
  action: string,
  ip: string,
  { limit, windowMs }: Rate,
): Promise<RateLimitResult> {
  for (const { network, factor } of countedNetworks(ip)) {
    const rate = { limit: limit * factor, windowMs }
    const result = await limits.hit(`network:${action}:${network}`, rate)
    if (!result.allowed) return result
  }
  return { allowed: true, retryAfterSeconds: 0, count: 0 }
}

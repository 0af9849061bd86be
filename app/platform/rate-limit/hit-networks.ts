import { type CountedNetwork, countedNetworks } from '#app/platform/validation/ip-addresses.ts'

import type { RateLimitResult } from './rate-limit-result.ts'
import type { RateLimits } from './rate-limits.ts'
import { per, type Rate } from './rate.ts'

/** Counts an attempt of each network that an address counts in; the first rejection stops. Returns the last result. */
export async function hitNetworks(
  limits: RateLimits,
  action: string,
  ip: string,
  { limit, windowMs }: Rate,
): Promise<RateLimitResult> {
  const [narrow, ...wider] = countedNetworks(ip)
  const hit = ({ network, factor }: CountedNetwork) =>
    limits.hit(`network:${action}:${network}`, per(limit * factor, windowMs))
  let result = await hit(narrow)
  for (const network of wider) if (result.allowed) result = await hit(network)
  return result
}

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

import { isLoopback } from '#app/platform/config/setting-parsers.ts'

import { dnsTimeoutMs } from './limits.ts'

/**
 * All addresses of a name, from DNS only: not from the hosts file. `dns.lookup` would wait in one of the few threads that every
 * other lookup of the process needs, while the name server of a stranger is silent.
 *
 * @param servers  such as `192.0.2.53` or `127.0.0.1:5353`; empty takes those of the system
 */
export async function resolveHost(
  hostname: string,
  servers: readonly string[] = [],
): Promise<LookupAddress[]> {
  if (isLoopback(hostname)) return [{ address: '127.0.0.1', family: 4 }]
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  const [ipv4, ipv6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ])
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
  return [
    ...addressesIn(ipv4).map((address) => ({ address, family: 4 })),
    ...addressesIn(ipv6).map((address) => ({ address, family: 6 })),
  ]
}

function addressesIn(result: PromiseSettledResult<string[]>): string[] {
  return result.status === 'fulfilled' ? result.value : []
}

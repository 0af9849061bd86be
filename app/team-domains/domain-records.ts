import { Resolver } from 'node:dns/promises'

import { dnsTimeoutMs } from './limits.ts'

/** Whether the owner of a domain has put our token there; `unknown` when no server answers. */
export type RecordState = 'found' | 'missing' | 'unknown'

export const recordName = (domain: string) => `_foyer.${domain}`
export const recordValue = (token: string) => `foyer-team=${token}`

const missing = new Set(['ENOTFOUND', 'ENODATA'])

/** @param servers  such as `192.0.2.53` or `127.0.0.1:5353`; empty takes those of the system */
export async function domainRecord(
  servers: readonly string[],
  { domain, token }: { domain: string; token: string },
): Promise<RecordState> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    const records = await resolver.resolveTxt(recordName(domain))
    const isThere = records.some((chunks) => chunks.join('') === recordValue(token))
    return isThere ? 'found' : 'missing'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return missing.has(code) ? 'missing' : 'unknown'
  }
}

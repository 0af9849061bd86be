import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/**
 * Parses an address or a range to its normalized form: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`. Returns null for
 * invalid input, and for a range of all addresses, which would make an allow-list useless.
 */
export function parseIpRange(input: string): string | null {
  const [ip = '', prefixLength, ...more] = input.trim().toLowerCase().split('/')
  const address = normalizeIp(ip)
  if (isIP(address) === 0 || more.length > 0) return null
  if (prefixLength === undefined) return address
  const maxPrefix = isIPv4(address) ? 32 : 128
  // The prefix length of a mapped address is ambiguous.
  const isMapped = ip.includes(':') && isIPv4(address)
  const isLength =
    /^[1-9]\d{0,2}$/.test(prefixLength) && Number(prefixLength) <= maxPrefix && !isMapped
  return isLength ? `${address}/${prefixLength}` : null
}

/** @param networks  results of `parseIpRange`; an empty list allows every address */
export function isIpAllowed(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true
  const address = normalizeIp(ip)
  if (isIP(address) === 0) return false
  const blockList = new BlockList()
  for (const range of networks) {
    const [base = '', prefixLength] = range.split('/')
    if (prefixLength === undefined) blockList.addAddress(base, ipFamily(base))
    else blockList.addSubnet(base, Number(prefixLength), ipFamily(base))
  }
  return blockList.check(address, ipFamily(address))
}

/** One name for the addresses of one network: an IPv4 address, or a /64 of IPv6. */
export function networkKey(ip: string): string {
  return networkOf(normalizeIp(ip), 64)
}

export interface CountedNetwork {
  network: string
  /** A wider network may make this many times the attempts. */
  factor: number
}

/**
 * The networks whose limits an address counts against. Providers give an IPv6 customer a /64 or a /56, so the /56 counts as
 * well, with a limit `factor` times as high for the networks that share it.
 */
export function countedNetworks(ip: string): [CountedNetwork, ...CountedNetwork[]] {
  const address = normalizeIp(ip)
  const narrow = { network: networkOf(address, 64), factor: 1 }
  return isIP(address) === 6 ? [narrow, { network: networkOf(address, 56), factor: 4 }] : [narrow]
}

function networkOf(address: string, prefixLength: 56 | 64): string {
  if (isIP(address) !== 6) return address
  // `::` replaces the missing groups of eight with zeros.
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [splitGroups(head), splitGroups(tail)]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  if (prefixLength === 56) groups[3] = (parseInt(groups[3] ?? '0', 16) & 0xff00).toString(16)
  return `${groups.join(':')}::/${prefixLength}`
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

/**
 * An address without zone in one spelling. IPv4 that came over IPv6, mapped or through NAT64 (RFC 6052), is IPv4: all clients
 * of a NAT64 share one /64. Input that is no address is returned unchanged.
 */
export function normalizeIp(ip: string): string {
  const [plain = ''] = ip.split('%')
  if (isIP(plain) !== 6) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return nat64Address(address) ?? address.replace(/^::ffff:(?=[\d.]+$)/, '')
}

/** The IPv4 address in the last 32 bits of 64:ff9b::/96, or null. */
function nat64Address(address: string): string | null {
  const [, high = '0', low] = /^64:ff9b::(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/.exec(address) ?? []
  if (low === undefined) return null
  const [left, right] = [parseInt(high, 16), parseInt(low, 16)]
  return [left >> 8, left & 255, right >> 8, right & 255].join('.')
}

function ipFamily(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

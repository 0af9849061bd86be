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

/** One key for all addresses of a provider's customer: an IPv4 address, or an IPv6 /64. */
export function networkKey(ip: string): string {
  const address = normalizeIp(ip)
  if (isIP(address) !== 6) return address
  // `::` replaces the missing groups of eight with zeros.
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [splitGroups(head), splitGroups(tail)]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

/** Normalizes an address: no zone, IPv4-mapped IPv6 as IPv4. Returns invalid input unchanged. */
export function normalizeIp(ip: string): string {
  const [plain = ''] = ip.split('%')
  if (isIP(plain) !== 6) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return address.replace(/^::ffff:(?=[\d.]+$)/, '')
}

function ipFamily(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/**
 * One address or range as it is kept: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`, in the form the platform writes
 * addresses; null when it is none. A range of every address is none: it would allow what a list is there to refuse.
 */
export function parseIpRange(input: string): string | null {
  const [ip = '', prefixLength, ...more] = input.trim().toLowerCase().split('/')
  const address = normalizeIp(ip)
  if (isIP(address) === 0 || more.length > 0) return null
  if (prefixLength === undefined) return address
  const maxPrefix = isIPv4(address) ? 32 : 128
  // Of a mapped address one cannot tell which of the two lengths is meant.
  const isMapped = ip.includes(':') && isIPv4(address)
  const isLength =
    /^[1-9]\d{0,2}$/.test(prefixLength) && Number(prefixLength) <= maxPrefix && !isMapped
  return isLength ? `${address}/${prefixLength}` : null
}

/** @param networks  as `network` wrote them; none means that every address will do */
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

/** One name for all addresses that one customer of a provider has: an IPv4 address, or a /64 of IPv6. */
export function networkKey(ip: string): string {
  const address = normalizeIp(ip)
  if (isIP(address) !== 6) return address
  // Of the eight groups `::` stands for as many zeros as are missing.
  const [head = '', tail = ''] = address.split('::')
  const [left, right] = [splitGroups(head), splitGroups(tail)]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

/** An address without zone, in one spelling; IPv4 that came over IPv6 as IPv4. What is no address comes back as it is. */
export function normalizeIp(ip: string): string {
  const [plain = ''] = ip.split('%')
  if (isIP(plain) !== 6) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  return address.replace(/^::ffff:(?=[\d.]+$)/, '')
}

function ipFamily(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

import { BlockList, isIP } from 'node:net'

/** Ranges of IPv4 that are not hosts of the internet (IANA special-purpose registry), multicast and reserved included. */
const nonPublicIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/** Inside 2000::/3: protocol assignments with Teredo, documentation, and 6to4, which carries an IPv4 address. */
const nonPublicIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const publicIpv6 = subnets(['2000::/3'], 'ipv6')
const blockedIpv6 = subnets(nonPublicIpv6, 'ipv6')
const blockedIpv4 = subnets(nonPublicIpv4, 'ipv4')

/**
 * Whether a request to this address stays on the internet. False for private, loopback and link-local addresses, and for
 * IPv6 addresses that carry an IPv4 address: mapped, NAT64 and 6to4.
 */
export function isPublicIp(address: string): boolean {
  // A zone belongs to link-local addresses only, and BlockList does not read it.
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 4) return !blockedIpv4.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !blockedIpv6.check(address, 'ipv6')
}

function subnets(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', prefixLength] = range.split('/')
    list.addSubnet(base, Number(prefixLength), family)
  }
  return list
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assert as always, integer, ipV6, property, string } from 'fast-check'

import { countedNetworks, isIpAllowed, networkKey, parseIpRange } from './ip-addresses.ts'

test('an address or a range is normalized to one spelling', () => {
  assert.equal(parseIpRange(' 192.0.2.7 '), '192.0.2.7')
  assert.equal(parseIpRange('192.0.2.0/24'), '192.0.2.0/24')
  assert.equal(parseIpRange('2001:DB8:0:0::/32'), '2001:db8::/32')
  assert.equal(parseIpRange('::ffff:192.0.2.7'), '192.0.2.7')
})

test('rejects invalid addresses and a range of all addresses', () => {
  const wrong = ['', 'a', '1.2.3', '1.2.3.4.5', '1.2.3.4/', '1.2.3.4/33', '1.2.3.4/x', '1.2.3.4/0']
  const more = ['01.2.3.4', '::/129', '::1/128/1', '::ffff:1.2.3.4/24', '1.2.3.4/-1', '1.2.3.4/8.0']
  assert.deepEqual(
    [...wrong, ...more].map(parseIpRange),
    [...wrong, ...more].map(() => null),
  )
})

test('an empty list allows every address; any other only those it contains', () => {
  assert.ok(isIpAllowed([], '192.0.2.7'))
  assert.ok(isIpAllowed(['192.0.2.0/24'], '192.0.2.255'))
  assert.ok(isIpAllowed(['192.0.2.0/24'], '::ffff:192.0.2.255'))
  assert.ok(isIpAllowed(['2001:db8::/32', '192.0.2.7'], '2001:db8:1::1'))
  assert.ok(!isIpAllowed(['192.0.2.0/24'], '192.0.3.0'))
  assert.ok(!isIpAllowed(['192.0.2.7'], '192.0.2.8'))
  assert.ok(!isIpAllowed(['2001:db8::/32'], '192.0.2.7'))
  assert.ok(!isIpAllowed(['192.0.2.7'], 'nowhere'))
})

test('an IPv4 range contains exactly the addresses with its prefix', () => {
  const number = integer({ min: 0, max: 2 ** 32 - 1 })
  const dotted = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.')
  always(
    property(number, number, integer({ min: 1, max: 32 }), (base, ip, length) => {
      const same = Math.floor(base / 2 ** (32 - length)) === Math.floor(ip / 2 ** (32 - length))
      return isIpAllowed([`${dotted(base)}/${length}`], dotted(ip)) === same
    }),
  )
})

test('any input parses to an address, a range or null', () => {
  always(
    property(string(), (typed) => {
      const kept = parseIpRange(typed)
      return kept === null || parseIpRange(kept) === kept
    }),
  )
  always(property(ipV6(), (ip) => isIpAllowed([parseIpRange(ip) ?? ''], ip)))
})

const addresses = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['64:ff9b::7', '0.0.0.7'],
  ['64:ff9b:1::c000:207', '64:ff9b:1:0::/64'],
  ['not an address', 'not an address'],
] as const

for (const [ip, key] of addresses) {
  test(`${ip} is counted as ${key}`, () => assert.equal(networkKey(ip), key))
}

test('an IPv6 address counts in its /64, and in its /56 with four times the limit', () => {
  assert.deepEqual(countedNetworks('2001:db8:1:2fe::9'), [
    { network: '2001:db8:1:2fe::/64', factor: 1 },
    { network: '2001:db8:1:200::/56', factor: 4 },
  ])
  assert.deepEqual(countedNetworks('192.0.2.7'), [{ network: '192.0.2.7', factor: 1 }])
})

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { codeForStep, matchingStep, parseCode, toSecret } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const now = Date.UTC(2026, 4, 3, 12, 0, 10)
const step = Math.floor(now / 30_000)

test('the codes are those of RFC 4226, appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => codeForStep(secret, counter))

  assert.deepEqual(codes, [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

test('the codes are those of RFC 6238, appendix B', () => {
  const seconds = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
  const codes = seconds.map((at) => codeForStep(secret, Math.floor(at / 30)))

  assert.deepEqual(codes, ['287082', '081804', '050471', '005924', '279037', '353130'])
})

test('the codes are those of the RFC at any time, from any key', () => {
  const keys = fc.uint8Array({ minLength: 16, maxLength: 32 })
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: 2 ** 42 }), (key, timestamp) => {
      const at = Math.floor(timestamp / 30_000)
      assert.equal(codeForStep(key, at), codeOfRfc(key, at))
      assert.equal(matchingStep(key, codeOfRfc(key, at), timestamp), at)
    }),
  )
})

/** @see RFC 4226 §5.3 */
function codeOfRfc(key: Uint8Array, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', key).update(message).digest()
  const truncated = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(truncated % 1_000_000).padStart(6, '0')
}

test('Base32 encoding matches RFC 4648, also for a slice of a shared buffer', () => {
  const shown = ['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(
    (text) => toSecret(Buffer.from(text)).base32,
  )

  assert.deepEqual(shown, ['MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test('a code works one step early and one step late, and no further (MFA-05, MFA-23)', () => {
  const found = [-2, -1, 0, 1, 2].map((away) =>
    matchingStep(secret, codeForStep(secret, step + away), now),
  )

  assert.deepEqual(found, [null, step - 1, step, step + 1, null])
})

test('a code is six ASCII digits and nothing else', () => {
  const code = codeForStep(secret, step)
  const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
  const near = [` ${code}`, `${code}\n`, `${code}0`, code.slice(1), `+${code.slice(1)}`, wide, '']

  assert.equal(matchingStep(secret, code, now), step)
  assert.deepEqual(
    near.map((each) => matchingStep(secret, each, now)),
    near.map(() => null),
  )
})

test('no text whatever breaks the check, and only six digits reach it', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\d\s-]+$/),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const code = parseCode(text)
      assert.ok(code === null || /^[0-9]{6}$/.test(code))
      if (code === null) assert.equal(matchingStep(secret, text, now), null)
    }),
  )
})

test('spaces and dashes in a code do not matter', () => {
  assert.deepEqual(['123456', ' 123 456 ', '123-456', '1 2 3 4 5 6'].map(parseCode), [
    '123456',
    '123456',
    '123456',
    '123456',
  ])
})

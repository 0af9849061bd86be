import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'
import { Secret } from 'otpauth'

import { fromBase32, toBase32 } from './base32.ts'

test('base32 writes the examples of RFC 4648', () => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) =>
    toBase32(Buffer.from(text)),
  )

  assert.deepEqual(written, ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test('whatever is written in base32 is read back as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      assert.deepEqual(fromBase32(toBase32(bytes)), Buffer.from(bytes))
    }),
  )
})

test('another library writes the same base32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
      assert.equal(toBase32(bytes), new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32)
    }),
  )
})

test('only what base32 would write is read, each value in one way', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (text) => {
      const bytes = fromBase32(text)
      assert.ok(bytes === null || toBase32(bytes) === text)
    }),
  )
  assert.deepEqual(['M', 'MZ=', 'my', 'M1', 'MZX', 'MZZ'].map(fromBase32), Array(6).fill(null))
})

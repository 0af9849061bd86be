import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'

import { tokenFormat } from './token-format.ts'

const apiTokenFormat = tokenFormat('foyer_')

test('a token has a prefix for secret scanners, 256 random bits, and a CRC-32 in its last eight characters (A-TOK-05)', () => {
  const token = apiTokenFormat.create()

  const [, secret = '', sum] = /^foyer_([0-9A-Za-z]{43})([0-9a-f]{8})$/.exec(token) ?? []
  assert.equal(sum, crc32(secret).toString(16).padStart(8, '0'))
  assert.ok(apiTokenFormat.isWellFormed(token))
})

test('a thousand tokens are all different, and every position takes many characters', () => {
  const tokens = Array.from({ length: 1000 }, apiTokenFormat.create)

  assert.equal(new Set(tokens).size, 1000)
  // The first digit of a number below 2^256 takes fewer values than the others.
  assert.ok(new Set(tokens.map((token) => token.charAt(7))).size > 50)
  assert.ok(new Set(tokens.map((token) => token.charAt(48))).size > 50)
})

test('the checksum catches a wrong, missing or extra character without a database query (TOK-08)', () => {
  const token = apiTokenFormat.create()
  const other = token.charAt(20) === 'x' ? 'y' : 'x'

  assert.ok(!apiTokenFormat.isWellFormed(token.slice(0, 20) + other + token.slice(21)))
  assert.ok(!apiTokenFormat.isWellFormed(token.slice(0, -1)))
  assert.ok(!apiTokenFormat.isWellFormed(`${token}0`))
  assert.ok(!apiTokenFormat.isWellFormed(` ${token}`))
  assert.ok(!apiTokenFormat.isWellFormed(`${token}\n`))
  assert.ok(!apiTokenFormat.isWellFormed(token.toUpperCase()))
  assert.ok(!apiTokenFormat.isWellFormed(token.replace('foyer_', '')))
  assert.ok(!apiTokenFormat.isWellFormed(''))
})

test('the hint is the prefix and four characters of the secret', () => {
  const token = apiTokenFormat.create()
  assert.equal(apiTokenFormat.hint(token), token.slice(0, 10))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'

import { isWellFormedApiToken, newApiToken, apiTokenHint } from './token-format.ts'

test('a token has a prefix for secret scanners, 256 random bits, and a CRC-32 in its last eight characters (A-TOK-05)', () => {
  const token = newApiToken()

  const [, secret = '', sum] = /^foyer_([0-9A-Za-z]{43})([0-9a-f]{8})$/.exec(token) ?? []
  assert.equal(sum, crc32(secret).toString(16).padStart(8, '0'))
  assert.ok(isWellFormedApiToken(token))
})

test('a thousand tokens are all different, and every position takes many characters', () => {
  const tokens = Array.from({ length: 1000 }, newApiToken)

  assert.equal(new Set(tokens).size, 1000)
  // The first digit of a number below 2^256 takes fewer values than the others.
  assert.ok(new Set(tokens.map((token) => token.charAt(7))).size > 50)
  assert.ok(new Set(tokens.map((token) => token.charAt(48))).size > 50)
})

test('the checksum catches a wrong, missing or extra character without a database query (TOK-08)', () => {
  const token = newApiToken()
  const other = token.charAt(20) === 'x' ? 'y' : 'x'

  assert.ok(!isWellFormedApiToken(token.slice(0, 20) + other + token.slice(21)))
  assert.ok(!isWellFormedApiToken(token.slice(0, -1)))
  assert.ok(!isWellFormedApiToken(`${token}0`))
  assert.ok(!isWellFormedApiToken(` ${token}`))
  assert.ok(!isWellFormedApiToken(`${token}\n`))
  assert.ok(!isWellFormedApiToken(token.toUpperCase()))
  assert.ok(!isWellFormedApiToken(token.replace('foyer_', '')))
  assert.ok(!isWellFormedApiToken(''))
})

test('the hint is the prefix and four characters of the secret', () => {
  const token = newApiToken()
  assert.equal(apiTokenHint(token), token.slice(0, 10))
})

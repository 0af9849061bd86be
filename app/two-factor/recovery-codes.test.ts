import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { hashRecoveryCode, generateRecoveryCode } from './recovery-codes.ts'

test('ten thousand recovery codes are unique and have 24 characters', () => {
  const codes = Array.from({ length: 10_000 }, generateRecoveryCode)

  assert.equal(new Set(codes).size, codes.length)
  assert.ok(codes.every((code) => /^([a-z2-7]{6}-){3}[a-z2-7]{6}$/.test(code)))
})

test('a recovery code can be entered with or without dashes, spaces and capitals (MFA-12)', () => {
  const code = generateRecoveryCode()
  const typed = [
    code.toUpperCase(),
    code.replaceAll('-', ''),
    code.replaceAll('-', ' '),
    ` ${code}\n`,
    code.replaceAll('-', '–'),
    code.replaceAll('o', '0').replaceAll('l', '1'),
  ]

  assert.deepEqual(typed.map(hashRecoveryCode), Array(typed.length).fill(hashRecoveryCode(code)))
})

test('any text can be hashed, and two codes have different hashes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.match(hashRecoveryCode(text), /^[0-9a-f]{64}$/)
    }),
  )
  assert.notEqual(
    hashRecoveryCode(generateRecoveryCode()),
    hashRecoveryCode(generateRecoveryCode()),
  )
})

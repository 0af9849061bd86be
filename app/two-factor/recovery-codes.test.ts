import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { currentCost } from '#app/platform/auth/password-hash.ts'
import { adaAtTwoFactorChallenge } from '#testing/signed-in-accounts.ts'

import { hashRecoveryCode, generateRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

const salt = Buffer.alloc(16).toString('base64url')

test('ten thousand recovery codes are unique and have 12 characters', () => {
  const codes = Array.from({ length: 10_000 }, generateRecoveryCode)

  assert.equal(new Set(codes).size, codes.length)
  assert.ok(codes.every((code) => /^([a-z2-7]{4}-){2}[a-z2-7]{4}$/.test(code)))
})

test('a recovery code can be entered with or without dashes, spaces and capitals (MFA-12)', async () => {
  const code = generateRecoveryCode()
  const typed = [
    code.toUpperCase(),
    code.replaceAll('-', ''),
    code.replaceAll('-', ' '),
    ` ${code}\n`,
    code.replaceAll('-', '–'),
    code.replaceAll('o', '0').replaceAll('l', '1'),
  ]

  const hashes = await Promise.all(typed.map((it) => hashRecoveryCode(it, salt)))

  assert.deepEqual(new Set(hashes), new Set([await hashRecoveryCode(code, salt)]))
})

test('any text can be hashed, and two codes have different hashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      assert.match(await hashRecoveryCode(text, null), /^[0-9a-f]{64}$/)
    }),
  )
  assert.notEqual(
    await hashRecoveryCode(generateRecoveryCode(), salt),
    await hashRecoveryCode(generateRecoveryCode(), salt),
  )
})

test('short codes are hashed slowly, with a new random salt for each set (MFA-27)', async () => {
  const [first, second] = [await newRecoveryCodes(), await newRecoveryCodes()]
  const saltOf = (hash: string | undefined) => hash?.split('.')[0] ?? ''

  assert.match(saltOf(first.hashes[0]), /^[\w-]{22}$/)
  assert.notEqual(saltOf(first.hashes[0]), saltOf(second.hashes[0]))
  const [code = ''] = first.codes
  const message = code.replaceAll('-', '')
  const nonce = Buffer.from(saltOf(first.hashes[0]), 'base64url')
  const tag = argon2Sync('argon2id', { ...currentCost, message, nonce, tagLength: 32 })
  assert.equal(first.hashes[0], `${saltOf(first.hashes[0])}.${tag.toString('base64url')}`)
})

test('the longer codes of before keep working, once (MFA-27)', async (t) => {
  const { foyer, phone } = await adaAtTwoFactorChallenge(t)
  const old = 'abcdef-ghijkl-mnopqr-stuvwx'
  const [row] = await foyer.db.selectFrom('recovery_codes').selectAll().execute()
  assert.ok(row)
  const code_hash = await hashRecoveryCode(old, null)
  await foyer.db
    .insertInto('recovery_codes')
    .values({ ...row, code_hash })
    .execute()
  const answer = (recovery_code: string) =>
    phone.json('/two-factor-challenge', { method: 'POST', body: { recovery_code } })

  assert.equal((await answer(code_hash)).status, 422)
  assert.equal((await answer(old.toUpperCase())).status, 204)
  const left = await foyer.db.selectFrom('recovery_codes').select('code_hash').execute()
  assert.equal(left.length, 10)
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'

import { hashPassword, passwordMatches } from '#app/platform/auth/password-hash.ts'
import { createCli } from '#testing/cli.ts'
import {
  ada,
  adaAtTwoFactorChallenge,
  registerAccount,
  signedInAda,
} from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp } from '#testing/test-app.ts'

import { createKeyring } from './keyring.ts'
import { decryptPasswordHash, encryptPasswordHash } from './stored-password.ts'

const { email, password } = ada

test('a stolen database is useless for guessing passwords without the key (PWP-01)', async (t) => {
  const foyer = await createTestApp(t)
  await registerAccount(foyer, foyer.browser())
  const { id, password_hash } = await foyer.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .executeTakeFirstOrThrow()
  const guess = async (keys = foyer.app.keys) =>
    passwordMatches(password, decryptPasswordHash(keys, id, password_hash))

  assert.doesNotMatch(password_hash ?? '', /\$|argon2/)
  assert.equal(await guess(createKeyring({ current: randomBytes(32), previous: [] })), false)
  assert.equal(await guess(), true)
})

test('a password hash copied to another account opens nothing (PWP-01)', async (t) => {
  const foyer = await createTestApp(t)
  const eve = { name: 'Eve', email: 'eve@example.com', password: 'nine pale lanterns' }
  await registerAccount(foyer, foyer.browser())
  await registerAccount(foyer, foyer.browser(), eve)
  const users = foyer.db.selectFrom('users').select('password_hash')
  const { password_hash } = await users.where('email', '=', eve.email).executeTakeFirstOrThrow()
  await foyer.db.updateTable('users').set({ password_hash }).where('email', '=', email).execute()

  const signIn = (typed: string) => foyer.browser().visit('login.store', { email, password: typed })

  assert.notEqual((await signIn(eve.password)).location, '/dashboard')
  assert.notEqual((await signIn(password)).location, '/dashboard')
})

test('rotating the key and deleting the old one keeps passwords, and sign-ins that await a code (PWP-03)', async (t) => {
  // An app of its own: it looks for new keys at most once a second.
  const { foyer, phone, authenticator } = await adaAtTwoFactorChallenge(t, {}, buildTestApp)

  const rotated = await createCli(foyer)('key:rotate', '--yes', '--json')
  const forgotten = await createCli(foyer)('key:rotate', '--forget', '--yes')
  const code = authenticator.nextCode()
  const answer = await phone.json('/two-factor-challenge', { method: 'POST', body: { code } })
  const { location } = await foyer.browser().visit('login.store', { email, password })

  assert.deepEqual([rotated.status, rotated.json['lost'], forgotten.status], [0, 0, 0])
  assert.deepEqual([answer.status, location], [204, '/two-factor-challenge'])
})

test('rotating the key encrypts hashes from before the pepper (PWP-03)', async (t) => {
  const { foyer } = await signedInAda(t)
  const password_hash = await hashPassword(password)
  await foyer.db.updateTable('users').set({ password_hash }).execute()

  const early = await createCli(foyer)('key:rotate', '--forget', '--yes')
  await createCli(foyer)('key:rotate', '--reseal')
  const stored = await foyer.db.selectFrom('users').select('password_hash').executeTakeFirst()
  const { location } = await foyer.browser().visit('login.store', { email, password })

  assert.match(early.err, /1 values still need/)
  assert.doesNotMatch(stored?.password_hash ?? '', /\$/)
  assert.equal(location, '/dashboard')
})

test('a hash is bound to its account', () => {
  const keys = createKeyring({ current: randomBytes(32), previous: [] })
  const stored = encryptPasswordHash(keys, 'ada', '$argon2id$…')

  assert.equal(decryptPasswordHash(keys, 'ada', stored), '$argon2id$…')
  assert.equal(decryptPasswordHash(keys, 'eve', stored), '')
  assert.equal(decryptPasswordHash(keys, 'ada', null), null)
})

import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'

import { currentCost } from '#app/platform/auth/password-hash.ts'
import { decryptPasswordHash, isUnpeppered } from '#app/platform/crypto/stored-password.ts'
import { countHashes } from '#testing/count-hashes.ts'
import { ada, signedInAda, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const { email, password } = ada

const postLogin = (browser: TestBrowser, body: unknown) =>
  browser.json('/login', { method: 'POST', body })

const memory = currentCost.memory / 2
const currentHashPattern = new RegExp(`^\\$argon2id\\$v=19\\$m=${currentCost.memory},t=2,p=1\\$`)

/** A hash with outdated, cheaper parameters. */
function outdatedHash(message: string): string {
  const salt = Buffer.alloc(16, 7)
  const settings = { memory, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message, nonce: salt, ...settings })
  const [bareSalt, bareTag] = [salt, tag].map((it) => it.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${memory},t=1,p=1$${bareSalt}$${bareTag}`
}

test('unknown accounts, accounts without a password and old hashes take the same time and give the same response (LOG-03)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const guess = async (address: string, password_hash: string | null) => {
    await foyer.db.updateTable('users').set({ password_hash }).execute()
    const results: [number, string][] = []
    const hashes = await countHashes(async () => {
      const { status, text } = await postLogin(browser, {
        email: address,
        password: 'a wrong guess',
      })
      results.push([status, text])
    })
    return { hashes, results }
  }

  const unknown = await guess('nobody@example.com', null)
  const withoutPassword = await guess(email, null)
  const old = await guess(email, outdatedHash(password))

  assert.equal(unknown.hashes, 1)
  assert.deepEqual(withoutPassword, unknown)
  // One with the old parameters, and one to make up the difference.
  assert.deepEqual(old, { ...unknown, hashes: 2 })
})

async function decryptedHash({ app: { keys }, db }: TestApp) {
  const { id, password_hash } = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .executeTakeFirstOrThrow()
  assert.ok(password_hash && !isUnpeppered(password_hash))
  return decryptPasswordHash(keys, id, password_hash)
}

const storedHash = async ({ db }: TestApp) =>
  (await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash

test('signing in rehashes an old hash without pepper, also with two-factor (LGN-19, PWP-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db
    .updateTable('users')
    .set({ password_hash: outdatedHash(password) })
    .execute()
  await foyer.browser().visit('login.store', { email, password })
  const renewed = await decryptedHash(foyer)

  await enableTwoFactor(laptop)
  await foyer.db
    .updateTable('users')
    .set({ password_hash: outdatedHash(password) })
    .execute()
  const phone = foyer.browser()
  const response = await phone.visit('login.store', { email, password })
  const renewedAgain = await decryptedHash(foyer)

  assert.match(renewed ?? '', currentHashPattern)
  assert.equal(response.location, '/two-factor-challenge')
  assert.match(renewedAgain ?? '', currentHashPattern)
})

test('does not rehash a current hash (LGN-20)', async (t) => {
  const { foyer } = await signedInAda(t)
  const before = await storedHash(foyer)

  const { location: to } = await foyer.browser().visit('login.store', { email, password })

  assert.equal(to, '/dashboard')
  assert.equal(await storedHash(foyer), before)
})

test('rejects an overlong password before hashing (LOG-16)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const statuses: number[] = []
  const typed = [
    '',
    'x',
    '👍'.repeat(1024),
    `${'👍'.repeat(1024)}x`,
    'x'.repeat(4096),
    'x'.repeat(1_000_000),
    'x'.repeat(10_000_000),
  ]

  const hashes = await countHashes(async () => {
    for (const it of typed)
      statuses.push((await postLogin(browser, { email, password: it })).status)
  })

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 413, 413])
  assert.equal(hashes, 2)
})

test('rejects a non-string password without coercion (LOG-17)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const odd = [[password], { 0: password }, {}, [], null, 1, true, undefined]

  for (const typed of odd) {
    const answer = await postLogin(browser, { email, password: typed })
    assert.equal(answer.status, 422)
    assert.deepEqual(Object.keys(answer.raw.json().errors), ['password'])
  }
  const form = { email, 'password[]': password }
  const asForm = await browser.submit('/login', form, { accept: 'application/json' })
  assert.equal(asForm.status, 422)
})

test('a password with a NUL byte is compared in full (LOG-18)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  const chosen = 'a row of\0quiet engines'
  await browser.visit('register.store', { ...ada, password: chosen, terms: true })
  await browser.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })
  const signIn = async (typed: string) =>
    (await foyer.browser().visit('login.store', { email, password: typed })).location

  assert.notEqual(await signIn('a row of'), '/dashboard')
  assert.notEqual(await signIn('a row of\0quiet engineX'), '/dashboard')
  assert.equal(await signIn(chosen), '/dashboard')
})

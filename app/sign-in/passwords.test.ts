import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { test } from 'node:test'

import { cost } from '#app/platform/password-hash.ts'
import type { Browser } from '#testing/browser.ts'
import { hashesDuring } from '#testing/hashing.ts'
import { ada, adaAtHome, turnOnTwoFactor } from '#testing/people.ts'
import { type Product, product } from '#testing/product.ts'

const { email, password } = ada

const send = (browser: Browser, body: unknown) => browser.json('/login', { method: 'POST', body })

const memory = cost.memory / 2
const todaysHash = new RegExp(`^\\$argon2id\\$v=19\\$m=${cost.memory},t=2,p=1\\$`)

/** As made when less was thought to be enough. */
function oldHash(message: string): string {
  const salt = Buffer.alloc(16, 7)
  const settings = { memory, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message, nonce: salt, ...settings })
  const [bareSalt, bareTag] = [salt, tag].map((it) => it.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${memory},t=1,p=1$${bareSalt}$${bareTag}`
}

test('no account, one without a password and one with an old hash cost the same and say the same (LOG-03)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const guess = async (address: string, password_hash: string | null) => {
    await foyer.db.updateTable('users').set({ password_hash }).execute()
    const said: [number, string][] = []
    const hashes = await hashesDuring(async () => {
      const { status, text } = await send(browser, { email: address, password: 'a wrong guess' })
      said.push([status, text])
    })
    return { hashes, said }
  }

  const unknown = await guess('nobody@example.com', null)
  const withoutPassword = await guess(email, null)
  const old = await guess(email, oldHash(password))

  assert.equal(unknown.hashes, 1)
  assert.deepEqual(withoutPassword, unknown)
  // Its own cheap one, and one of what it is cheaper by.
  assert.deepEqual(old, { ...unknown, hashes: 2 })
})

const hashOf = async ({ db }: Product) =>
  (await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash

test('an old hash is made anew when its owner signs in, on the way to a challenge too (LGN-19)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  await foyer.db
    .updateTable('users')
    .set({ password_hash: oldHash(password) })
    .execute()
  await foyer.browser().visit('login.store', { email, password })
  const renewed = await hashOf(foyer)

  await turnOnTwoFactor(laptop)
  await foyer.db
    .updateTable('users')
    .set({ password_hash: oldHash(password) })
    .execute()
  const phone = foyer.browser()
  const asked = await phone.visit('login.store', { email, password })
  const renewedAgain = await hashOf(foyer)

  assert.match(renewed ?? '', todaysHash)
  assert.equal(asked.to, '/two-factor-challenge')
  assert.match(renewedAgain ?? '', todaysHash)
})

test('a hash that is as it should be is left alone (LGN-20)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const before = await hashOf(foyer)

  const { to } = await foyer.browser().visit('login.store', { email, password })

  assert.equal(to, '/dashboard')
  assert.equal(await hashOf(foyer), before)
})

test('a password beyond the cap is refused before it is hashed, at whatever size (LOG-16)', async (t) => {
  const { foyer } = await adaAtHome(t)
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

  const hashes = await hashesDuring(async () => {
    for (const it of typed) statuses.push((await send(browser, { email, password: it })).status)
  })

  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 413, 413])
  assert.equal(hashes, 2)
})

test('a password that is no text is refused and never made into one (LOG-17)', async (t) => {
  const { foyer } = await adaAtHome(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const odd = [[password], { 0: password }, {}, [], null, 1, true, undefined]

  for (const typed of odd) {
    const answer = await send(browser, { email, password: typed })
    assert.equal(answer.status, 422)
    assert.deepEqual(Object.keys(answer.response.json().errors), ['password'])
  }
  const form = { email, 'password[]': password }
  const asForm = await browser.submit('/login', form, { accept: 'application/json' })
  assert.equal(asForm.status, 422)
})

test('a password with a NUL opens with all of it, and not with what stands before (LOG-18)', async (t) => {
  const foyer = await product(t)
  const browser = foyer.browser()
  const chosen = 'a row of\0quiet engines'
  await browser.visit('register.store', { ...ada, password: chosen, terms: true })
  await browser.send(await foyer.linkInMail(), { method: 'POST', body: {} })
  const signIn = async (typed: string) =>
    (await foyer.browser().visit('login.store', { email, password: typed })).to

  assert.notEqual(await signIn('a row of'), '/dashboard')
  assert.notEqual(await signIn('a row of\0quiet engineX'), '/dashboard')
  assert.equal(await signIn(chosen), '/dashboard')
})

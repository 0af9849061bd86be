import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, confirmPassword, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const wrong = { email, password: 'wrong' }

/** A sign-in from a network and browser of its own. */
async function signIn(foyer: TestApp, body: Record<string, unknown> = wrong) {
  const stranger = foyer.browser()
  await stranger.open('/login')
  const { status, raw } = await stranger.json('/login', { method: 'POST', body })
  return { status, retryAfter: Number(raw.headers['retry-after'] ?? 0) }
}

async function exhaustFreeAttempts(foyer: TestApp): Promise<void> {
  const attempts = await Promise.all(Array.from({ length: 80 }, () => signIn(foyer)))
  assert.ok(attempts.every(({ status }) => status === 422))
}

/** Waits as told, then tries again and is rejected. @returns the next waiting times in seconds */
async function nextDelays(foyer: TestApp, count: number): Promise<number[]> {
  const delays: number[] = []
  while (delays.length < count) {
    assert.equal((await signIn(foyer)).status, 422)
    const { status, retryAfter } = await signIn(foyer)
    assert.equal(status, 429)
    delays.push(retryAfter)
    foyer.clock.advance(retryAfter * 1000)
  }
  return delays
}

test('wrong passwords for one account wait longer and longer, whatever their network (LOG-24)', async (t) => {
  const { foyer } = await signedInAda(t)
  await exhaustFreeAttempts(foyer)

  const delays = await nextDelays(foyer, 6)

  // Each round makes two attempts, so the delay grows fourfold, up to the maximum.
  assert.deepEqual(delays, [5, 20, 80, 320, 900, 900])
})

test('of concurrent attempts from many networks only the free ones and one more pass (LOG-24)', async (t) => {
  const { foyer } = await signedInAda(t)

  const attempts = await Promise.all(Array.from({ length: 100 }, () => signIn(foyer)))

  assert.equal(attempts.filter(({ status }) => status === 422).length, 81)
  assert.equal(attempts.filter(({ status }) => status === 429).length, 19)
})

test('the delays never keep a known device out, and its sign-in ends them (LOG-24)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('logout')
  await exhaustFreeAttempts(foyer)
  await nextDelays(foyer, 5)
  await signIn(foyer)
  assert.equal((await signIn(foyer, ada)).status, 429)

  const atHome = await laptop.visit('login.store', { email, password })

  assert.equal(atHome.location, '/dashboard')
  assert.equal((await signIn(foyer, ada)).status, 200)
})

test('a password reset ends the delays (LOG-24)', async (t) => {
  const { foyer } = await signedInAda(t)
  await exhaustFreeAttempts(foyer)
  await nextDelays(foyer, 5)
  const owner = foyer.browser()
  await owner.visit('password.email', { email })
  const texts = (await foyer.mails()).map(({ text }) => text).join()
  const [, token] = /\/reset-password\/(\S+)/.exec(texts) ?? []
  const changed = 'lanterns over the harbour'
  const form = { token, email, password: changed, password_confirmation: changed }

  await owner.visit('password.update', form)

  assert.equal((await signIn(foyer, { email, password: changed })).status, 200)
})

test('a stolen session that guesses the password waits too, the owner does not (LOG-24)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const guess = { method: 'POST', body: { password: 'wrong' } } as const
  let rejections = 0
  for (let round = 0; round < 20; round++) {
    const phone = foyer.browser()
    await phone.visit('login.store', ada)
    // The thief has the session, not the browser.
    const thief = foyer.browser()
    for (const name of ['foyer', 'XSRF-TOKEN'])
      thief.cookies.set(name, phone.cookies.get(name) ?? '')
    for (let one = 0; one < 5; one++) {
      const { status } = await thief.json('/user/confirm-password', guess)
      if (status === 429) rejections++
    }
    foyer.clock.advance(6 * minutes)
  }

  assert.ok(rejections >= 3)
  await confirmPassword(laptop)
})

test('one network alone never makes the owner wait on a new device (LOG-24)', async (t) => {
  const { foyer } = await signedInAda(t)
  const attacker = new TestBrowser(foyer.app, '2001:db8:1:2::1')
  await attacker.open('/login')
  let passed = 0
  for (let subnet = 0; subnet < 8; subnet++) {
    const inSubnet = new TestBrowser(foyer.app, `2001:db8:1:${subnet}::1`)
    for (const [name, value] of attacker.cookies) inSubnet.cookies.set(name, value)
    for (let round = 0; round < 5; round++) {
      for (let one = 0; one < 5; one++) {
        const { status } = await inSubnet.json('/login', { method: 'POST', body: wrong })
        if (status === 422) passed++
      }
      foyer.clock.advance(15 * minutes)
    }
  }

  assert.equal(passed, 80)
  assert.equal((await signIn(foyer, ada)).status, 200)
})

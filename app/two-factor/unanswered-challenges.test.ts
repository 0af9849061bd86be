import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { features } from '#app/features.ts'
import { pruneExpired } from '#app/platform/maintenance/prune-expired.ts'
import { ada, enableTwoFactor, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const subject = 'Someone may know your password'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

async function adaWithTwoFactor(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const { authenticator } = await enableTwoFactor(laptop)
  return { foyer, laptop, authenticator }
}

/** The right password on a device of its own, and nothing more. */
async function enterPassword(foyer: TestApp) {
  const stranger = foyer.browser()
  stranger.userAgent = firefox
  const response = await stranger.visit('login.store', { email, password })
  assert.equal(response.location, '/two-factor-challenge')
  return stranger
}

async function expireChallenges(foyer: TestApp): Promise<void> {
  foyer.clock.advance(11 * minutes)
  await pruneExpired({ db: foyer.db }, foyer.clock.now(), features)
}

const noticeCount = async (foyer: TestApp) =>
  (await foyer.mails()).filter((mail) => mail.subject === subject).length

test('a right password without a second factor is recorded with its client (MFA-25)', async (t) => {
  const { foyer } = await adaWithTwoFactor(t)
  const stranger = await enterPassword(foyer)
  const at = new Date(foyer.clock.now()).toISOString()

  await expireChallenges(foyer)

  const [event, ...others] = await foyer.events('sign-in.stopped')
  assert.deepEqual(others, [])
  assert.equal(event?.ip, stranger.ipAddress)
  assert.deepEqual(event?.data, {
    count: 1,
    isKnownDevice: false,
    lastAt: at,
    awaited: 'second-factor',
  })
})

test('attempts of one client become one event, and pruning twice records nothing twice (MFA-25)', async (t) => {
  const { foyer } = await adaWithTwoFactor(t)
  const stranger = await enterPassword(foyer)
  for (let more = 0; more < 4; more++) await stranger.visit('login.store', { email, password })
  foyer.clock.advance(11 * minutes)
  const now = foyer.clock.now()

  await Promise.all([1, 2, 3].map(() => pruneExpired({ db: foyer.db }, now, features)))

  const events = await foyer.events('sign-in.stopped')
  assert.deepEqual(
    events.map(({ data }) => data['count']),
    [5],
  )
})

test('a completed sign-in leaves no event of a missing second factor (MFA-25)', async (t) => {
  const { foyer, authenticator } = await adaWithTwoFactor(t)
  foyer.clock.advance(minutes)
  const owner = await enterPassword(foyer)
  await owner.visit('two-factor.login.store', { code: authenticator.nextCode() })

  await expireChallenges(foyer)

  assert.deepEqual(await foyer.events('sign-in.stopped'), [])
})

test('turning two-factor off does not lose the trace of an open attempt (MFA-25)', async (t) => {
  const { foyer, laptop } = await adaWithTwoFactor(t)
  await enterPassword(foyer)

  await laptop.visit('two-factor.disable')

  assert.equal((await foyer.events('sign-in.stopped')).length, 1)
})

test('the third right password from unknown devices mails the owner, also hours apart (MFA-26)', async (t) => {
  const { foyer } = await adaWithTwoFactor(t)
  await enterPassword(foyer)
  await expireChallenges(foyer)
  foyer.clock.advance(300 * minutes)
  await enterPassword(foyer)
  const before = await noticeCount(foyer)
  await enterPassword(foyer)
  const after = await noticeCount(foyer)
  await enterPassword(foyer)

  assert.deepEqual([before, after, await noticeCount(foyer)], [0, 1, 1])
})

test('of concurrent sign-ins without a second factor one mails the owner (MFA-26)', async (t) => {
  const { foyer } = await adaWithTwoFactor(t)
  const strangers = [foyer.browser(), foyer.browser(), foyer.browser(), foyer.browser()]
  for (const stranger of strangers) {
    stranger.userAgent = firefox
    await stranger.open('/login')
  }

  await Promise.all(strangers.map((it) => it.visit('login.store', { email, password })))

  assert.equal(await noticeCount(foyer), 1)
})

test('attempts on a known device, or with an earlier password, send no such mail (MFA-26)', async (t) => {
  const { foyer, laptop } = await adaWithTwoFactor(t)
  await enterPassword(foyer)
  await enterPassword(foyer)
  const changed = 'lanterns over the harbour'
  await laptop.visit('user-password.update', {
    current_password: password,
    password: changed,
    password_confirmation: changed,
  })
  await laptop.visit('logout')
  await laptop.open('/login')
  for (let count = 0; count < 4; count++)
    await laptop.visit('login.store', { email, password: changed })

  const stranger = foyer.browser()
  stranger.userAgent = firefox
  await stranger.visit('login.store', { email, password: changed })

  assert.equal(await noticeCount(foyer), 0)
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { fetchTakeoverResponse, postTakeoverReport } from '#testing/account-takeover.ts'
import { createApiClient } from '#testing/api-clients.ts'
import {
  ada,
  signedInAda,
  startTwoFactorSetup,
  confirmPassword,
  enableTwoFactor,
} from '#testing/people.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'

const latestSessionStart = async (foyer: TestApp) =>
  (await foyer.events('session.started')).at(-1)?.seq ?? 0

/** Someone who knows Ada's password signs in from a place of their own. */
async function signInThief(foyer: TestApp, address?: string): Promise<TestBrowser> {
  const thief = foyer.browser()
  if (address) Object.assign(thief, { ipAddress: address })
  thief.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  assert.equal((await thief.visit('login.store', ada)).location, '/dashboard')
  return thief
}

/** They set a second factor up; Ada is let in again by whoever runs this, and the thief's session is still there. */
async function adaWithAttackersTwoFactor(t: TestContext) {
  const { foyer } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const thief = await signInThief(foyer)
  const event = await latestSessionStart(foyer)
  foyer.clock.advance(minutes)
  await enableTwoFactor(thief)
  foyer.clock.advance(minutes)
  return { foyer, thief, event }
}

const isTwoFactorOn = async ({ db }: TestApp) =>
  (await db.selectFrom('users').select('two_factor_enabled_at').executeTakeFirstOrThrow())
    .two_factor_enabled_at !== null

const twoFactorStep = async (browser: TestBrowser, event: number) => {
  const answer = await fetchTakeoverResponse(browser, event)
  return answer?.steps.find(({ step }) => step === 'two-factor')?.state
}

test('the second factor that they set up is turned off, the one that its owner set up since is not (PST-05)', async (t) => {
  const { foyer, thief, event } = await adaWithAttackersTwoFactor(t)
  await thief.visit('two-factor.disable')
  foyer.clock.advance(minutes)
  const laptop = foyer.browser()
  await laptop.visit('login.store', ada)
  await enableTwoFactor(laptop)
  foyer.clock.advance(minutes)
  assert.equal(await twoFactorStep(laptop, event), 'done')

  assert.equal((await postTakeoverReport(laptop, event)).status, 200)

  assert.equal(await isTwoFactorOn(foyer), true)
  assert.deepEqual((await foyer.events('two-factor.disabled')).length, 1)
})

test('of a second factor that is set up at the moment of saying so, none is lost (PST-05)', async (t) => {
  const { foyer, thief, event } = await adaWithAttackersTwoFactor(t)
  await thief.visit('two-factor.disable')
  foyer.clock.advance(minutes)
  const laptop = foyer.browser()
  await laptop.visit('login.store', ada)
  const authenticator = await startTwoFactorSetup(laptop)
  const path = '/user/confirmed-two-factor-authentication'
  const body = { code: authenticator.nextCode() }

  const [turnedOn, ...said] = await Promise.all([
    laptop.json(path, { method: 'POST', body }),
    postTakeoverReport(laptop, event),
    postTakeoverReport(laptop, event),
  ])

  assert.deepEqual(
    [turnedOn, ...said].map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(await isTwoFactorOn(foyer), true)
})

test('one that they set up and its owner never touched goes, with the way in that it shut', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const thief = await signInThief(foyer)
  const event = await latestSessionStart(foyer)
  foyer.clock.advance(minutes)
  const { authenticator } = await enableTwoFactor(thief)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  foyer.clock.advance(minutes)
  const back = foyer.browser()
  await back.visit('login.store', ada)
  await back.visit('two-factor.login.store', { code: authenticator.nextCode() })
  await confirmPassword(back)
  assert.equal(await twoFactorStep(back, event), 'todo')

  await postTakeoverReport(back, event)

  assert.equal(await isTwoFactorOn(foyer), false)
  assert.equal(await twoFactorStep(back, event), 'done')
})

test('nobody hides what they made behind hundreds of sessions (PST-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const { ipAddress: address } = await signInThief(foyer)
  const event = await latestSessionStart(foyer)
  const second = await signInThief(foyer, address)
  const program = await createApiClient(foyer, second)
  for (let count = 0; count < 210; count++) {
    foyer.clock.advance(minutes / 4)
    await signInThief(foyer, address)
  }
  await confirmPassword(laptop)

  await postTakeoverReport(laptop, event)

  assert.equal(await program.status('/api/user'), 401)
  assert.equal((await second.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

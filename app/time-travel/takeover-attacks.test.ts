import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { fetchTakeoverResponse, postTakeoverReport } from '#testing/account-takeover.ts'
import { addPasskey } from '#testing/passkey-flows.ts'
import {
  ada,
  signedInAda,
  startTwoFactorSetup,
  confirmPassword,
  enableTwoFactor,
} from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { minutes } from '#testing/test-clock.ts'
import { VirtualAuthenticator } from '#testing/virtual-authenticator.ts'

const latestSessionStart = async (foyer: TestApp) =>
  (await foyer.events('session.started')).at(-1)?.seq ?? 0

/** An attacker who knows Ada's password signs in from another IP. */
async function signInAttacker(foyer: TestApp, ipAddress?: string): Promise<TestBrowser> {
  const attacker = foyer.browser()
  if (ipAddress) Object.assign(attacker, { ipAddress })
  attacker.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  assert.equal((await attacker.visit('login.store', ada)).location, '/dashboard')
  return attacker
}

/** The attacker has signed in and enabled two-factor; `event` is the start of the attacker's session. */
async function adaWithAttackersTwoFactor(t: TestContext) {
  const { foyer } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const attacker = await signInAttacker(foyer)
  const event = await latestSessionStart(foyer)
  foyer.clock.advance(minutes)
  await enableTwoFactor(attacker)
  foyer.clock.advance(minutes)
  return { foyer, attacker, event }
}

const isTwoFactorOn = async ({ db }: TestApp) =>
  (await db.selectFrom('users').select('two_factor_enabled_at').executeTakeFirstOrThrow())
    .two_factor_enabled_at !== null

const twoFactorStep = async (browser: TestBrowser, event: number) => {
  const answer = await fetchTakeoverResponse(browser, event)
  return answer?.steps?.find(({ step }) => step === 'two-factor')?.state
}

test("a takeover report disables the attacker's second factor, but not one the owner enabled later (PST-05)", async (t) => {
  const { foyer, attacker, event } = await adaWithAttackersTwoFactor(t)
  await attacker.visit('two-factor.disable')
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

test('a takeover report does not disable a second factor enabled concurrently by the owner (PST-05)', async (t) => {
  const { foyer, attacker, event } = await adaWithAttackersTwoFactor(t)
  await attacker.visit('two-factor.disable')
  foyer.clock.advance(minutes)
  const laptop = foyer.browser()
  await laptop.visit('login.store', ada)
  const authenticator = await startTwoFactorSetup(laptop)
  const path = '/user/confirmed-two-factor-authentication'
  const body = { code: authenticator.nextCode() }

  const [turnedOn, ...reports] = await Promise.all([
    laptop.json(path, { method: 'POST', body }),
    postTakeoverReport(laptop, event),
    postTakeoverReport(laptop, event),
  ])

  assert.deepEqual(
    [turnedOn, ...reports].map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(await isTwoFactorOn(foyer), true)
})

test("a takeover report disables an attacker's second factor that locked the owner out", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const attacker = await signInAttacker(foyer)
  const event = await latestSessionStart(foyer)
  foyer.clock.advance(minutes)
  const { authenticator } = await enableTwoFactor(attacker)
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

test('an attacker cannot hide changes behind hundreds of sessions (PST-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(minutes)
  const { ipAddress } = await signInAttacker(foyer)
  const event = await latestSessionStart(foyer)
  const second = await signInAttacker(foyer, ipAddress)
  await confirmPassword(second)
  await addPasskey(second, new VirtualAuthenticator())
  for (let count = 0; count < 210; count++) {
    foyer.clock.advance(minutes / 4)
    await signInAttacker(foyer, ipAddress)
  }
  await confirmPassword(laptop)

  await postTakeoverReport(laptop, event)

  assert.deepEqual(await foyer.db.selectFrom('passkeys').select('id').execute(), [])
  assert.equal((await second.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

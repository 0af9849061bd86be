import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { Browser } from '#testing/browser.ts'
import { answerOf, disown } from '#testing/not-me.ts'
import {
  ada,
  adaAtHome,
  beginTwoFactor,
  confirmPassword,
  turnOnTwoFactor,
} from '#testing/people.ts'
import type { Product } from '#testing/product.ts'
import { programOf } from '#testing/programs.ts'
import { minutes } from '#testing/test-clock.ts'

const newestStart = async (foyer: Product) =>
  (await foyer.events('session.started')).at(-1)?.seq ?? 0

/** Someone who knows Ada's password signs in from a place of their own. */
async function thiefOf(foyer: Product, address?: string): Promise<Browser> {
  const thief = foyer.browser()
  if (address) Object.assign(thief, { address })
  thief.userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
  assert.equal((await thief.visit('login.store', ada)).to, '/dashboard')
  return thief
}

/** They set a second factor up; Ada is let in again by whoever runs this, and the thief's session is still there. */
async function adaLockedOut(t: TestContext) {
  const { foyer } = await adaAtHome(t)
  foyer.clock.advance(minutes)
  const thief = await thiefOf(foyer)
  const event = await newestStart(foyer)
  foyer.clock.advance(minutes)
  await turnOnTwoFactor(thief)
  foyer.clock.advance(minutes)
  return { foyer, thief, event }
}

const isOn = async ({ db }: Product) =>
  (await db.selectFrom('users').select('two_factor_enabled_at').executeTakeFirstOrThrow())
    .two_factor_enabled_at !== null

const twoFactorIn = async (browser: Browser, event: number) => {
  const answer = await answerOf(browser, event)
  return answer?.steps.find(({ step }) => step === 'two-factor')?.state
}

test('the second factor that they set up is turned off, the one that its owner set up since is not (PST-05)', async (t) => {
  const { foyer, thief, event } = await adaLockedOut(t)
  await thief.visit('two-factor.disable')
  foyer.clock.advance(minutes)
  const laptop = foyer.browser()
  await laptop.visit('login.store', ada)
  await turnOnTwoFactor(laptop)
  foyer.clock.advance(minutes)
  assert.equal(await twoFactorIn(laptop, event), 'done')

  assert.equal((await disown(laptop, event)).status, 200)

  assert.equal(await isOn(foyer), true)
  assert.deepEqual((await foyer.events('two-factor.disabled')).length, 1)
})

test('of a second factor that is set up at the moment of saying so, none is lost (PST-05)', async (t) => {
  const { foyer, thief, event } = await adaLockedOut(t)
  await thief.visit('two-factor.disable')
  foyer.clock.advance(minutes)
  const laptop = foyer.browser()
  await laptop.visit('login.store', ada)
  const authenticator = await beginTwoFactor(laptop)
  const path = '/user/confirmed-two-factor-authentication'
  const body = { code: authenticator.code() }

  const [turnedOn, ...said] = await Promise.all([
    laptop.json(path, { method: 'POST', body }),
    disown(laptop, event),
    disown(laptop, event),
  ])

  assert.deepEqual(
    [turnedOn, ...said].map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(await isOn(foyer), true)
})

test('one that they set up and its owner never touched goes, with the way in that it shut', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  foyer.clock.advance(minutes)
  const thief = await thiefOf(foyer)
  const event = await newestStart(foyer)
  foyer.clock.advance(minutes)
  const { authenticator } = await turnOnTwoFactor(thief)
  assert.equal((await laptop.visit('dashboard')).to, '/login')
  foyer.clock.advance(minutes)
  const back = foyer.browser()
  await back.visit('login.store', ada)
  await back.visit('two-factor.login.store', { code: authenticator.code() })
  await confirmPassword(back)
  assert.equal(await twoFactorIn(back, event), 'todo')

  await disown(back, event)

  assert.equal(await isOn(foyer), false)
  assert.equal(await twoFactorIn(back, event), 'done')
})

test('nobody hides what they made behind hundreds of sessions (PST-05)', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  foyer.clock.advance(minutes)
  const { address } = await thiefOf(foyer)
  const event = await newestStart(foyer)
  const second = await thiefOf(foyer, address)
  const program = await programOf(foyer, second)
  for (let count = 0; count < 210; count++) {
    foyer.clock.advance(minutes / 4)
    await thiefOf(foyer, address)
  }
  await confirmPassword(laptop)

  await disown(laptop, event)

  assert.equal(await program.status('/api/user'), 401)
  assert.equal((await second.visit('dashboard')).to, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

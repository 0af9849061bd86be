import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'

import { ada, signedInAda, registerAccount, enableTwoFactor } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, hours, minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const moveForm = (ms: number) => ({ seconds: ms / 1000 })

/** Ada, signed in with the test clock enabled. */
async function adaWithTestClock(t: TestContext) {
  const foyer = await createTestApp(t, { TEST_CLOCK: '1' })
  const laptop = foyer.browser()
  await registerAccount(foyer, laptop)
  const ahead = () => foyer.app.clock.now() - foyer.clock.now()
  return { foyer, laptop, ahead }
}

async function errorsOfMove(browser: TestBrowser, form: object): Promise<Record<string, string>> {
  await browser.visit('test-clock.store', { ...form })
  return (await browser.visit('dashboard')).page.props.errors
}

test('the test clock does not exist unless enabled (TT-01)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const moved = await laptop.visit('test-clock.store', moveForm(days))
  const back = await foyer.browser().visit('test-clock.destroy')

  assert.deepEqual([moved.status, back.status], [404, 404])
  assert.equal(foyer.app.clock.now(), foyer.clock.now())
  assert.equal('testClock' in (await laptop.visit('dashboard')).page.props, false)
})

test('the account that will be deleted can still move the test clock', async (t) => {
  const { laptop, ahead } = await adaWithTestClock(t)
  await laptop.visit('current-user.destroy', { password, confirmation: email })

  assert.equal((await laptop.visit('test-clock.store', moveForm(days))).status, 303)
  assert.equal(ahead(), days)
})

test('31 days ahead the session has ended, every page shows the offset, and resetting works signed out', async (t) => {
  const { foyer, laptop, ahead } = await adaWithTestClock(t)

  assert.equal((await laptop.visit('test-clock.store', moveForm(31 * days))).status, 303)
  assert.equal(ahead(), 31 * days)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  const now = new Date(foyer.clock.now() + 31 * days).toISOString()
  await laptop.open('/login')
  const { testClock } = (await laptop.visit('login')).page.props
  assert.deepEqual(testClock, { now, offsetMs: 31 * days })

  assert.equal((await laptop.visit('test-clock.destroy')).status, 303)
  assert.equal(ahead(), 0)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('login')).status, 200)
  const [ended] = (await foyer.events('session.ended')).map(({ data }) => data)
  assert.deepEqual([ended?.['by'], ended?.['why']], ['system', 'expired'])
})

test('resetting ends sessions started in the future and keeps those used there, with the usual expiry', async (t) => {
  const { foyer, laptop } = await adaWithTestClock(t)
  const phone = foyer.browser()

  await laptop.visit('test-clock.store', moveForm(hours))
  await laptop.visit('dashboard')
  await phone.visit('login.store', { email, password })
  await phone.visit('test-clock.destroy')

  assert.equal(phone.cookies.has('foyer'), false)
  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  const session = await foyer.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  assert.ok(session.last_active_at <= foyer.clock.now())
  foyer.clock.advance(2 * hours + minutes)
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('after a reset the event log continues, and Time Travel shows all of it as now', async (t) => {
  const { foyer, laptop } = await adaWithTestClock(t)
  await laptop.visit('test-clock.store', moveForm(hours))
  const { name } = ada
  await laptop.visit('user-profile-information.update', { name: `${name} later`, email })
  await laptop.visit('test-clock.destroy')
  await laptop.visit('user-profile-information.update', { name, email })

  const events = await foyer.db.selectFrom('events').select('at').orderBy('seq').execute()
  const times = events.map(({ at }) => at)
  assert.ok((times.at(-1) ?? 0) > foyer.clock.now())
  assert.deepEqual(times.toSorted(), times)
  const changes = async () => {
    const { props } = (await laptop.visit('time-travel.index')).page
    return JSON.stringify(props['events']).match(/profile.updated/g)?.length ?? 0
  }
  assert.equal(await changes(), 2)
  foyer.clock.advance(hours + minutes)
  assert.equal(await changes(), 2)
})

test('moves only forward, to a valid time within ten years', async (t) => {
  const { foyer, laptop, ahead } = await adaWithTestClock(t)
  const local = (ms: number) => new Date(ms).toISOString().slice(0, 16)
  const now = foyer.clock.now()

  for (const form of [{}, { seconds: -3600 }, { seconds: 'soon' }, { moment: 'tomorrow' }])
    assert.deepEqual(await errorsOfMove(laptop, form), { moment: 'Choose a date and time.' })
  assert.match((await errorsOfMove(laptop, { moment: local(now - days) }))['moment'] ?? '', /later/)
  assert.match((await errorsOfMove(laptop, moveForm(4000 * days)))['moment'] ?? '', /10 years/)
  const nowhere = { moment: local(now + days), zone: 'Nowhere/Land' }
  assert.match((await errorsOfMove(laptop, nowhere))['moment'] ?? '', /date/)
  assert.equal(ahead(), 0)

  await laptop.visit('test-clock.store', { moment: local(now + hours), zone: 'Asia/Kathmandu' })
  assert.equal(ahead(), 0)
  await laptop.visit('test-clock.store', { moment: local(now + hours), zone: 'UTC' })
  assert.ok(ahead() > 58 * minutes && ahead() <= hours)
})

test('two moves add up, across processes', async (t) => {
  const { foyer, laptop, ahead } = await adaWithTestClock(t)

  await laptop.visit('test-clock.store', moveForm(hours))
  foyer.clock.advance(minutes)
  await laptop.visit('test-clock.store', moveForm(hours))

  assert.equal(ahead(), 2 * hours)
})

test('moving the clock requires sign-in and a CSRF token', async (t) => {
  const { foyer, laptop, ahead } = await adaWithTestClock(t)

  assert.equal((await foyer.browser().visit('test-clock.store', moveForm(days))).location, '/login')
  const body = moveForm(days)
  const forged = { accept: 'application/json', 'sec-fetch-site': 'cross-site' }
  const posted = await laptop.request('/test-clock', { method: 'POST', headers: forged, body })
  const deleted = await laptop.request('/test-clock', {
    method: 'DELETE',
    headers: forged,
    body: {},
  })

  assert.deepEqual([posted.status, deleted.status], [403, 403])
  assert.equal(ahead(), 0)
})

test('TOTP codes use real time, however far ahead the clock is', async (t) => {
  const { foyer, laptop } = await adaWithTestClock(t)
  const { authenticator } = await enableTwoFactor(laptop)
  await laptop.visit('test-clock.store', moveForm(days))
  foyer.clock.advance(minutes)
  await laptop.open('/login')
  await laptop.visit('login.store', { email, password })

  const late = await laptop.visit('two-factor.login.store', {
    code: authenticator.codeAt(foyer.app.clock.now()),
  })
  const code = authenticator.codeAt(foyer.clock.now())
  const right = await laptop.visit('two-factor.login.store', { code })

  assert.deepEqual([late.location, right.location], ['/two-factor-challenge', '/dashboard'])
})

test('jobs due in the future run right after a reset', async (t) => {
  const { foyer, laptop } = await adaWithTestClock(t)
  await laptop.visit('test-clock.store', moveForm(hours))
  await foyer.browser().visit('password.email', { email })

  await laptop.visit('test-clock.destroy')

  const [mail] = await foyer.mails()
  assert.match(mail?.text ?? '', /\/reset-password\//)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const registrationForm = { ...ada, terms: true }
const timed = { SIGN_UP_MIN_SECONDS: '2' }

test('a filled honeypot gets the usual answer, and no mail (BOT-01)', async (t) => {
  const foyer = await createTestApp(t)
  const [bot, person] = [foyer.browser(), foyer.browser()]

  const caught = await bot.visit('register.store', { ...registrationForm, subject: 'Buy now' })
  const usual = await person.visit('register.store', {
    ...registrationForm,
    email: 'x@example.com',
  })
  const next = [await bot.visit('verification.notice'), await person.visit('verification.notice')]

  assert.deepEqual([caught.status, caught.location], [usual.status, usual.location])
  assert.deepEqual(
    next.map(({ page }) => [page.component, page.props['email']]),
    [
      ['Auth/VerifyEmail', ada.email],
      ['Auth/VerifyEmail', 'x@example.com'],
    ],
  )
  assert.deepEqual(
    (await foyer.mails()).map(({ to }) => to),
    ['x@example.com'],
  )
})

test('a trapped form gets the same response whether or not the address has an account (BOT-01)', async (t) => {
  const { foyer } = await signedInAda(t)
  const before = (await foyer.mails()).length

  const form = { ...registrationForm, subject: ['x'] }
  const answer = await foyer.browser().visit('register.store', form)

  assert.equal(answer.location, '/email/verify')
  assert.equal((await foyer.mails()).length, before)
})

test('a trapped form does the same work as an accepted one, also for the waitlist (BOT-01)', async (t) => {
  const queries: string[] = []
  const onQuery = (sql: string) => void queries.push(sql)
  const foyer = await createTestApp(t, {}, { onQuery })
  const settings = { REGISTRATION: 'waitlist' }
  const waitlist = await createTestApp(t, settings, {}, foyer.app.database, foyer.clock)
  const queriesOf = async (browser: TestBrowser, path: string, form: object) => {
    await browser.open('/login')
    queries.length = 0
    await browser.json(path, { method: 'POST', body: form })
    return queries.filter((sql) => !sql.includes('broadcasts'))
  }
  const compare = async (app: TestApp, path: string, form: object) => [
    await queriesOf(app.browser(), path, { ...form, email: 'x@example.com' }),
    await queriesOf(app.browser(), path, { ...form, email: 'y@example.com', subject: 'Buy now' }),
  ]

  const [accepted, trapped] = await compare(foyer, '/register', registrationForm)
  const [listed, caught] = await compare(waitlist, '/waitlist', {})

  assert.ok(accepted?.some((sql) => sql.includes('insert into "jobs"')))
  assert.deepEqual(trapped, accepted)
  assert.ok(listed?.some((sql) => sql.includes('insert into "jobs"')))
  assert.deepEqual(caught, listed)
  assert.deepEqual(
    (await foyer.mails()).map(({ to }) => to),
    ['x@example.com', 'x@example.com'],
  )
})

test('a person who was trapped gets the mail by requesting it again (BOT-02)', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.visit('register.store', { ...registrationForm, subject: 'filled by an extension' })

  await browser.visit('verification.send')
  const confirmed = await browser.visitPath(await foyer.linkInMail(), { method: 'POST', body: {} })

  assert.equal(confirmed.location, '/dashboard')
})

test('a form sent sooner than a person can gets the usual answer, and no mail (BOT-03)', async (t) => {
  const foyer = await createTestApp(t, timed)
  const [bot, person] = [foyer.browser(), foyer.browser()]
  await bot.open('/register')
  await person.open('/register')

  foyer.clock.advance(1000)
  const caught = await bot.visit('register.store', registrationForm)
  foyer.clock.advance(1000)
  const form = { ...registrationForm, email: 'x@example.com' }
  const usual = await person.visit('register.store', form)

  assert.deepEqual([caught.location, usual.location], ['/email/verify', '/email/verify'])
  assert.deepEqual(
    (await foyer.mails()).map(({ to }) => to),
    ['x@example.com'],
  )
})

test('the time trap counts from the first view, so a corrected form may be sent at once (BOT-04)', async (t) => {
  const foyer = await createTestApp(t, timed)
  const browser = foyer.browser()
  await browser.open('/register')
  foyer.clock.advance(2000)
  await browser.submit('/register', { ...ada, email: 'ada@' })

  await browser.open('/register')
  await browser.submit('/register', { ...ada, terms: 'on' })

  assert.equal((await foyer.mails()).length, 1)
})

test('a browser that never opened the form is asked to load it, and a forged time is not read (BOT-04)', async (t) => {
  const foyer = await createTestApp(t, timed)
  const browser = foyer.browser()
  await browser.open('/login')
  const send = () => browser.json('/register', { method: 'POST', body: registrationForm })

  const unopened = await send()
  browser.cookies.set('foyer-guest', Buffer.from('{"signUpOpenedAt":1}').toString('base64url'))
  const forged = await send()

  assert.deepEqual([unopened.status, forged.status], [419, 419])
  assert.deepEqual(await foyer.mails(), [])
})

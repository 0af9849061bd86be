import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newId } from '#app/platform/lib/ids.ts'
import {
  ada,
  signedInAda,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import { type TestApp, createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

import type { SessionPage } from './pages.ts'

const { email, password } = ada
const sessionsPath = '/user/other-browser-sessions'
const deleteRequest = { method: 'DELETE', body: {} } as const

async function listSessions(browser: TestBrowser, page = 1): Promise<SessionPage> {
  const { props } = (await browser.visitPath(`/user/profile/devices?sessions=${page}`)).page
  return Object(props['sessions'])
}

const currentSessionId = async (browser: TestBrowser) =>
  (await listSessions(browser)).rows.find(({ isThisDevice }) => isThisDevice)?.id ?? ''

async function endReasons(foyer: TestApp) {
  return (await foyer.events('session.ended')).map(({ data }) => [data['by'], data['why']])
}

test('the list of sessions shows device, IP address and sign-in method, this device first (SES-17)', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)

  const { rows, total } = await listSessions(laptop)

  assert.equal(total, 2)
  assert.deepEqual(
    rows.map(({ browser, platform, isPhone, ip, method, isThisDevice }) => [
      browser,
      platform,
      isPhone,
      ip,
      method,
      isThisDevice,
    ]),
    [
      ['Chrome', 'macOS', false, laptop.ipAddress, 'registration', true],
      ['Safari', 'iPhone', true, phone.ipAddress, 'password', false],
    ],
  )
})

test('the list of sessions shows the country only if a trusted proxy sends it', async (t) => {
  const proxy = '10.9.9.9'
  const foyer = await createTestApp(t, { TRUST_PROXY: proxy, COUNTRY_HEADER: 'CF-IPCountry' })
  await registerAccount(foyer, foyer.browser())
  const signIn = async (address: string, country: string, forwarded = '192.0.2.7') => {
    const browser = new TestBrowser(foyer.app, address)
    await browser.open('/login')
    const headers = { 'cf-ipcountry': country, 'x-forwarded-for': forwarded }
    const body = { email, password }
    assert.equal((await browser.visitPath('/login', { method: 'POST', body, headers })).status, 303)
    const [current] = (await listSessions(browser)).rows
    return current?.country
  }

  assert.equal(await signIn(proxy, 'DE'), 'DE')
  assert.equal(await signIn(proxy, 'XX'), null)
  assert.equal(await signIn(proxy, '<b>', '192.0.2.8'), null)
  assert.equal(await signIn('203.0.113.9', 'DE'), null)
  const mails = (await foyer.mails()).map(({ text }) => text)
  assert.equal(mails.filter((text) => /Country:? +Germany/.test(text)).length, 1)
})

test("the list of sessions has only the account's own, and a session id is no credential (SES-17)", async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, name: 'Grace', email: 'grace@example.com' })

  const { rows } = await listSessions(grace)
  const thief = foyer.browser()
  thief.cookies.set('foyer', await currentSessionId(laptop))

  assert.equal(rows.length, 1)
  assert.equal((await thief.visit('dashboard')).location, '/login')
})

test('the next request of a session that was ended on another device is rejected', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const id = await currentSessionId(phone)
  await confirmPassword(laptop)

  const answer = await laptop.visitPath(`${sessionsPath}/${id}`, deleteRequest)

  assert.equal(answer.status, 303)
  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.equal((await phone.json('/user/profile')).status, 401)
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.deepEqual(await endReasons(foyer), [['other-session', 'ended']])
})

test('ending a session is idempotent', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const path = `${sessionsPath}/${await currentSessionId(phone)}`
  await confirmPassword(laptop)

  const answers = await Promise.all([1, 2, 3, 4].map(() => laptop.visitPath(path, deleteRequest)))

  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303, 303],
  )
  assert.equal((await endReasons(foyer)).length, 1)
})

test('ending sessions of other accounts, or unknown ids, gives 404 (SES-18)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const grace = foyer.browser()
  await registerAccount(foyer, grace, { ...ada, name: 'Grace', email: 'grace@example.com' })

  await confirmPassword(grace)
  const ofOther = await grace.visitPath(
    `${sessionsPath}/${await currentSessionId(laptop)}`,
    deleteRequest,
  )
  const unknown = await grace.json(`${sessionsPath}/${newId()}`, deleteRequest)

  assert.deepEqual([ofOther.status, unknown.status], [404, 404])
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('ending another session needs a confirmation', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  const path = `${sessionsPath}/${await currentSessionId(laptop)}`
  await phone.visit('password.confirmation.destroy')

  const page = await phone.visitPath(path, deleteRequest)
  const json = await phone.json(path, { method: 'DELETE' })

  assert.deepEqual([page.location, json.status], ['/user/confirm-password', 423])
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

test('ending the current session signs out without a confirmation', async (t) => {
  const { laptop } = await signedInAda(t)

  const answer = await laptop.visitPath(
    `${sessionsPath}/${await currentSessionId(laptop)}`,
    deleteRequest,
  )

  assert.equal(answer.location, '/')
  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

test('all other sessions can be ended after a confirmation', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)

  assert.equal(
    (await laptop.visit('other-browser-sessions.destroy')).location,
    '/user/confirm-password',
  )
  await confirmPassword(laptop)
  await laptop.visit('other-browser-sessions.destroy')

  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.equal((await laptop.visit('dashboard')).status, 200)
  assert.deepEqual(await endReasons(foyer), [['other-session', 'ended']])
})

test('all other sessions can be ended with the password in the same request', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)

  const wrong = await laptop.json(sessionsPath, { method: 'DELETE', body: { password: 'a guess' } })
  const request = { ...deleteRequest, body: { password: 'a guess' } }
  const headers = { 'x-inertia-error-bag': 'logoutOtherBrowserSessions' }
  await laptop.visitPath(sessionsPath, { ...request, headers })
  const { errors } = (await laptop.visit('profile.show')).page.props
  const right = await laptop.json(sessionsPath, { method: 'DELETE', body: { password } })

  assert.deepEqual([wrong.status, Object.keys(wrong.raw.json().errors)], [422, ['password']])
  assert.deepEqual(Object(errors['logoutOtherBrowserSessions']), {
    password: "That password isn't right. Try again.",
  })
  assert.equal(right.status, 200)
  assert.equal((await phone.visit('dashboard')).location, '/login')
})

test('password attempts are limited when ending all other sessions', async (t) => {
  const { laptop } = await signedInAda(t)
  const guess = { method: 'DELETE', body: { password: 'a guess' } } as const

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => laptop.json(sessionsPath, guess)),
  )

  assert.equal(answers.filter(({ status }) => status === 422).length, 5)
  assert.equal(answers.filter(({ status }) => status === 429).length, 7)
})

test('one of two sessions that end each other concurrently survives (SES-03)', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  await confirmPassword(phone)

  const answers = await Promise.all([
    laptop.visit('other-browser-sessions.destroy'),
    phone.visit('other-browser-sessions.destroy'),
  ])

  assert.ok(answers.every(({ status }) => status === 303))
  const dashboards = [await laptop.visit('dashboard'), await phone.visit('dashboard')]
  assert.equal(dashboards.filter(({ status }) => status === 200).length, 1)
})

test('the list of hundreds of sessions is paginated, this device first (SES-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const one = await foyer.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  const many = Array.from({ length: 250 }, () => {
    const id = newId()
    return { ...one, id, token_hash: id, last_active_at: one.last_active_at + 1 }
  })
  await foyer.db.insertInto('sessions').values(many).execute()

  const [first, last] = [await listSessions(laptop), await listSessions(laptop, 9999)]

  assert.deepEqual([first.total, first.pages, first.rows.length], [251, 3, 100])
  assert.equal(first.rows[0]?.isThisDevice, true)
  assert.deepEqual([last.page, last.rows.length], [3, 51])
})

test('the list of sessions shows this device and five more at first (SES-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  for (let count = 0; count < 7; count++)
    await foyer.browser().visit('login.store', { email, password })

  const { rows, total, page } = await listSessions(laptop, 0)

  assert.deepEqual([rows.length, total, page, rows[0]?.isThisDevice], [6, 8, 0, true])
  const { text } = await laptop.open('/user/profile/devices')
  assert.match(text, /Show all 8/)
  assert.match(text, /href="\/user\/profile\/devices\?sessions=1#sessions"/)
})

test('long or malicious user agents are truncated and escaped in the list of sessions (SES-19, LOG-21)', async (t) => {
  const { foyer } = await signedInAda(t)
  const strange = foyer.browser()
  strange.userAgent = `<script>alert(1)</script>\x1b[31m\t\x9f\u202e${'x'.repeat(10_000)}`
  await strange.visit('login.store', { email, password })

  const { text, status } = await strange.open('/user/profile/devices')
  const stored = await foyer.db.selectFrom('sessions').select('user_agent').execute()

  assert.equal(status, 200)
  assert.doesNotMatch(text, /<script>alert/)
  assert.ok(stored.every(({ user_agent }) => /^[\x20-\x7e]{1,500}$/.test(user_agent ?? '')))
})

test('two session cookies with different values are rejected (SES-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const secret = laptop.cookies.get('foyer')
  const requestWith = (cookie: string) =>
    foyer.browser().request('/user/profile', { headers: { cookie, accept: 'application/json' } })

  const otherSecret = 'x'.repeat(43)
  assert.equal((await requestWith(`foyer=${secret}; foyer=${otherSecret}`)).status, 401)
  assert.equal((await requestWith(`foyer=${otherSecret}; foyer=${secret}`)).status, 401)
  assert.equal((await requestWith(`xfoyer=${otherSecret}; foyer=${secret}`)).status, 200)
})

test('a session secret outside the cookie is ignored (SES-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const secret = laptop.cookies.get('foyer') ?? ''

  const inHeaders = await foyer.browser().json(`/user/profile?foyer=${secret}`, {
    headers: { 'x-session': secret, 'x-foyer': secret, authorization: `Bearer ${secret}` },
  })
  const inBody = await foyer.browser().request('/user/profile-information', {
    method: 'PUT',
    body: { foyer: secret, session: secret, name: 'Eve' },
    headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
  })

  assert.deepEqual([inHeaders.status, inBody.status], [401, 401])
})

test('signing out during other requests leaves no session (SES-04)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  foyer.clock.advance(5 * 60_000)

  await Promise.all([
    ...[1, 2, 3, 4].map(() => phone.request('/user/profile', { headers: { accept: 'text/html' } })),
    phone.visit('logout'),
  ])

  const remaining = await foyer.db.selectFrom('sessions').select('id').execute()
  assert.equal(remaining.length, 1)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

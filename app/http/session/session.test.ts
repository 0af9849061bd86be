import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'

import { touchSession } from '#app/platform/sessions/idle-expiry.ts'
import { findSession } from '#app/platform/sessions/sessions.ts'
import { type Route, routes } from '#app/routes.ts'
import { examplePath } from '#testing/example-path.ts'
import {
  ada,
  signedInAda,
  adaOnTwoDevices,
  confirmPassword,
  registerAccount,
} from '#testing/signed-in-accounts.ts'
import { type TestApp, buildTestApp, createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'

const { email, password } = ada
const allRoutes: Route[] = Object.values(routes)
const viewableRoutes = allRoutes.filter(
  ({ method, path }) => method === 'GET' && !path.includes('{'),
)

const sessionsOf = ({ db }: TestApp) => db.selectFrom('sessions').selectAll().execute()

/** Ada on her laptop, and on a phone with "remember me". */
async function rememberedAda(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  const phone = foyer.browser()
  const answer = await phone.visit('login.store', { email, password, remember: true })
  assert.equal(answer.location, '/dashboard')
  return { foyer, laptop, phone }
}

test('a concurrent request does not revive an ended session (SES-04)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const found = await findSession(foyer.db, laptop.cookies.get('foyer') ?? '', foyer.clock.now())
  await laptop.visit('logout')

  assert.ok(found)
  await touchSession(foyer.app, found, foyer.clock.now() + minutes)

  assert.deepEqual(await sessionsOf(foyer), [])
})

test('overlong, numerous or malformed cookies grant no access and cause no error (SES-07)', async (t) => {
  const { foyer } = await signedInAda(t)
  const requestWithCookie = (path: string, cookie: string) =>
    foyer.browser().request(path, { headers: { cookie, accept: 'text/html' } })
  const names = Object.values(foyer.app.cookieNames)
  const values = ['x'.repeat(10_000), '', '=', '"', '"x"', '%', '%E0%A4%A', '%00', '\\', '{"id":1}']
  const cookies = [
    ...names.flatMap((name) => values.map((value) => `${name}=${value}`)),
    Array.from({ length: 200 }, (_, index) => `c${index}=1`).join('; '),
    Array.from({ length: 200 }, () => 'foyer=1').join('; '),
    '=; =; =',
    ';;;;',
    '__proto__=1; constructor=1; foyer',
  ]

  for (const cookie of cookies) {
    assert.equal((await requestWithCookie('/login', cookie)).status, 200, cookie.slice(0, 60))
    assert.equal(
      (await requestWithCookie('/dashboard', cookie)).location,
      '/login',
      cookie.slice(0, 60),
    )
  }
})

test('duplicate session cookies with different values are ignored, whatever their spacing (SES-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const hers = laptop.cookies.get('foyer') ?? ''
  const planted = 'x'.repeat(43)

  assert.equal(await signedInName(foyer, `${planted}; foyer=${hers}`), '/login')
  assert.equal(await signedInName(foyer, `${hers}; foyer =${planted}`), '/login')
  assert.equal(await signedInName(foyer, `${hers};\tfoyer\t=${planted}`), '/login')
  assert.equal(await signedInName(foyer, `${hers}; foyer = ${hers}`), 'Ada')
})

test('a request rejected before session lookup does not replace the CSRF cookie', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const token = laptop.cookies.get('XSRF-TOKEN')

  const refused = await laptop.open(`/dashboard?${'&'.repeat(1000)}`)

  assert.deepEqual([refused.status, refused.header('set-cookie')], [400, undefined])
  assert.equal(laptop.cookies.get('XSRF-TOKEN'), token)
  assert.equal((await laptop.visit('logout')).location, '/')
  assert.deepEqual(await sessionsOf(foyer), [])
})

test('an oversized cookie header gets 431 (SES-07)', async (t) => {
  const { app } = await buildTestApp(t)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const oversized = request({
    port,
    path: '/login',
    headers: { cookie: `a=${'x'.repeat(20_000)}` },
  })

  oversized.end()
  const [answer] = await once(oversized, 'response')

  assert.equal(answer.statusCode, 431)
})

test('each request is authenticated by its own cookie only, and only until the session ends', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const phone = foyer.browser()
  await registerAccount(foyer, phone, { ...ada, name: 'Grace Hopper', email: 'grace@example.com' })
  const hers = laptop.cookies.get('foyer') ?? ''
  const graces = phone.cookies.get('foyer') ?? ''
  const altered = `${hers.slice(0, -4)}ABCD`

  assert.equal(await signedInName(foyer, hers), 'Ada')
  assert.equal(await signedInName(foyer, altered), '/login')
  assert.equal(await signedInName(foyer, graces), 'Grace')
  assert.equal(await signedInName(foyer, hers), 'Ada')
  await laptop.visit('logout')
  assert.equal(await signedInName(foyer, hers), '/login')
})

async function signedInName(foyer: TestApp, secret: string): Promise<string | null | undefined> {
  const headers = { cookie: `foyer=${secret}`, accept: 'text/html' }
  const answer = await foyer.browser().request('/user/profile', { headers })
  return /(Ada|Grace) \w+/.exec(answer.text)?.[1] ?? answer.location
}

test('confirming rotates the session cookie, so a stolen one stops working (SES-08)', async (t) => {
  const { foyer, phone } = await rememberedAda(t)
  const stolen = phone.cookies.get('foyer') ?? ''
  await confirmPassword(phone)
  const thief = foyer.browser()
  thief.cookies.set('foyer', stolen)

  assert.equal((await thief.visit('dashboard')).location, '/login')
  assert.equal((await thief.json('/user/profile')).status, 401)
  assert.equal((await phone.visit('dashboard')).status, 200)
})

const sessionEndingActions: Record<
  string,
  (foyer: TestApp, laptop: TestBrowser) => Promise<unknown>
> = {
  'the password is changed': async (_foyer, laptop) => {
    const form = { current_password: password, password: 'chosen by herself' }
    await laptop.visit('user-password.update', form)
  },
  'the password is reset': async (foyer) => {
    const browser = foyer.browser()
    await browser.visit('password.email', { email })
    const [mail] = await foyer.mails()
    const token = mail?.text.match(/\/reset-password\/(\S+)/)?.[1]
    const form = { token, email, password: 'lanterns over the harbour' }
    assert.equal((await browser.visit('password.update', form)).location, '/login')
  },
  'all other sessions are ended': async (_foyer, laptop) => {
    await confirmPassword(laptop)
    await laptop.visit('other-browser-sessions.destroy')
  },
  'the account is deleted': async (_foyer, laptop) => {
    const answer = await laptop.visit('current-user.destroy', { password, confirmation: email })
    assert.equal(answer.location, '/user/leaving')
  },
}

for (const [what, act] of Object.entries(sessionEndingActions)) {
  test(`a remembered session ends when ${what} (SES-09, A-SES-05)`, async (t) => {
    const { foyer, laptop, phone } = await rememberedAda(t)

    await act(foyer, laptop)

    assert.equal((await phone.visit('dashboard')).location, '/login')
    assert.ok((await sessionsOf(foyer)).every((session) => session.remembered === 0))
  })
}

test('eight concurrent requests of an idle remembered session succeed without creating another session (SES-10)', async (t) => {
  const { foyer, phone } = await rememberedAda(t)
  foyer.clock.advance(20 * days)

  const answers = await Promise.all(Array.from({ length: 8 }, () => phone.open('/dashboard')))

  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.ok(answers.every((answer) => !/foyer=/.test(answer.header('set-cookie') ?? '')))
  assert.equal((await sessionsOf(foyer)).length, 2)
  assert.equal((await phone.visit('dashboard')).status, 200)
})

test('no stored value of a session works as its cookie (SES-11)', async (t) => {
  const { foyer } = await adaOnTwoDevices(t)
  const storedValues = (await sessionsOf(foyer)).flatMap((session) =>
    Object.values(session).map(String),
  )

  for (const value of storedValues) {
    const thief = foyer.browser()
    thief.cookies.set('foyer', encodeURIComponent(value))
    assert.equal((await thief.visit('dashboard')).location, '/login')
  }
  assert.ok(storedValues.length > 20)
})

test('prefetching does not keep a session alive (SES-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.visit('dashboard')

  for (let times = 0; times < 5; times++) {
    foyer.clock.advance(24 * minutes)
    await laptop.visitPath('/dashboard', { headers: { purpose: 'prefetch' } })
  }

  assert.equal((await laptop.visit('dashboard')).location, '/login')
})

const invalidRedirects: Record<string, (browser: TestBrowser) => Promise<unknown>> = {
  'another site, however its URL is spelled': async (browser) => {
    for (const path of ['//evil.example/dashboard', '/\\evil.example', '/%2f/evil.example']) {
      await browser.open(path)
    }
  },
  'a route with side effects': (browser) =>
    browser.visitPath('/user', { method: 'DELETE', body: {} }),
  'a JSON request of a page': (browser) => browser.json('/user/two-factor-secret-key'),
  'a prefetched page': (browser) =>
    browser.visitPath('/user/profile', { headers: { purpose: 'prefetch' } }),
  'the URL in a forged cookie': async (browser) => {
    browser.cookies.set('foyer-guest', '{"id":"x","intended":"https://evil.example"}')
    await browser.open('/login')
  },
}

for (const [what, makeRequest] of Object.entries(invalidRedirects)) {
  test(`signing in does not redirect to ${what} (SES-20)`, async (t) => {
    const { foyer } = await signedInAda(t)
    const browser = foyer.browser()
    await browser.open('/login')

    await makeRequest(browser)

    assert.equal((await browser.visit('login.store', { email, password })).location, '/dashboard')
  })
}

test('the intended page is used for one sign-in only (SES-20)', async (t) => {
  const { foyer } = await signedInAda(t)
  const browser = foyer.browser()
  await browser.open('/user/profile?tab=photo')

  const first = await browser.visit('login.store', { email, password })
  await browser.visit('logout')
  const second = await browser.visit('login.store', { email, password })

  assert.deepEqual([first.location, second.location], ['/user/profile?tab=photo', '/dashboard'])
})

test('a remembered session needs confirmation like any other (MFA-19)', async (t) => {
  const { foyer, phone } = await rememberedAda(t)
  foyer.clock.advance(10 * days)
  // The admin area has a shorter session length of its own.
  const confirmedRoutes = allRoutes.filter(
    ({ confirmation, access }) => confirmation !== undefined && access !== 'role',
  )

  for (const { method, ...confirmed } of confirmedRoutes) {
    const url = examplePath(confirmed)
    const answer = await phone.json(url, { method, ...(method !== 'GET' && { body: {} }) })
    assert.equal(answer.status, 423, url)
  }
  assert.ok(confirmedRoutes.length > 10)
})

test('no cacheable response sets a cookie, for guests or members (SES-22)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const script = /\/assets\/[\w./-]+\.js/.exec((await laptop.open('/dashboard')).text)?.[0] ?? ''
  const paths = [
    script,
    '/assets/nothing.js',
    '/nowhere',
    ...viewableRoutes.map(({ path }) => path),
  ]

  for (const path of paths) {
    for (const browser of [foyer.browser(), freshBrowserOf(foyer, laptop)]) {
      const answer = await browser.open(path)
      const sets = answer.header('set-cookie') !== undefined
      const cacheControl = answer.header('cache-control') ?? 'no header'
      assert.ok(!sets || /no-store|private/.test(cacheControl), `${path}: ${cacheControl}`)
      if (path === script) assert.match(cacheControl, /public/)
    }
  }
  assert.notEqual(script, '')
})

/** A browser with the session cookie only, so that every other cookie is set again. */
function freshBrowserOf(foyer: TestApp, member: TestBrowser): TestBrowser {
  const browser = foyer.browser()
  browser.cookies.set('foyer', member.cookies.get('foyer') ?? '')
  return browser
}

test('public pages are shown without a session and with an invalid one (A-SES-02)', async (t) => {
  const settings = { SECURITY_CONTACT: 'security@example.com', CHALLENGE: 'altcha' }
  const foyer = await createTestApp(t, settings)
  const publicRoutes = viewableRoutes.filter(
    // The verification notice is only for accounts that need it.
    ({ access, path }) => access === 'public' && path !== '/email/verify',
  )
  const stranger = foyer.browser()
  stranger.cookies.set('foyer', 'x'.repeat(43))

  for (const { path } of publicRoutes) {
    for (const browser of [foyer.browser(), stranger]) {
      const answer = await browser.open(path)
      assert.notEqual(answer.location, '/login', path)
      assert.ok(answer.status < 400, path)
    }
  }
  assert.ok(publicRoutes.length > 5)
})

test('guests create no rows by viewing pages or failing to sign in (SES-23)', async (t) => {
  const foyer = await createTestApp(t)
  const rows = () =>
    Promise.all(
      (['sessions', 'events', 'jobs', 'one_time_tokens', 'known_devices'] as const).map((table) =>
        foyer.db.selectFrom(table).selectAll().execute(),
      ),
    )
  const challenges = () => foyer.db.selectFrom('webauthn_challenges').selectAll().execute()

  for (const { path } of viewableRoutes) {
    await foyer.browser().open(path)
    await foyer.browser().json(path)
  }
  const guess = { email: 'nobody@example.com', password: 'a guess' }
  await foyer.browser().visit('login.store', guess)
  await foyer.browser().visit('register.store', { ...ada, terms: false })

  assert.deepEqual((await rows()).flat(), [])
  assert.deepEqual(await challenges(), [])
})

test('requests of a session that is being ended take effect before its end or not at all (SES-04, RACE-01)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await confirmPassword(laptop)
  await confirmPassword(phone)

  await Promise.all([
    laptop.json('/user/other-browser-sessions', { method: 'DELETE', body: {} }),
    phone.json('/user/profile-information', { method: 'PUT', body: { name: 'Late' } }),
    phone.json('/user/email-change', { method: 'POST', body: { email: 'late@example.com' } }),
    phone.json('/user', { method: 'DELETE', body: { confirmation: ada.email } }),
  ])

  const events = await foyer.db
    .selectFrom('events')
    .select(['type', 'data', 'session_id'])
    .orderBy('seq')
    .execute()
  const end = events.findIndex(({ type }) => type === 'session.ended')
  const { session } = JSON.parse(events[end]?.data ?? '{}')
  const late = events.slice(end + 1).filter(({ session_id }) => session_id === session)
  assert.ok(end > 0)
  assert.deepEqual(late, [])
})

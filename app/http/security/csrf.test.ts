import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isTokenAccess } from '#app/http/server/api-paths.ts'
import { type Route, routes } from '#app/routes.ts'
import { examplePath } from '#testing/example-path.ts'
import { ada, signedInAda, adaOnTwoDevices, confirmPassword } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

const post = { method: 'POST', body: {} } as const

interface ChangingRoute {
  name: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  isForGuests: boolean
}

/** Every route with side effects that browsers use. API clients send no cookies. */
const changingRoutes: ChangingRoute[] = Object.entries<Route>(routes).flatMap(([name, route]) => {
  const { method, access, crossSite } = route
  if (method === 'GET' || isTokenAccess(access) || crossSite) return []
  return [{ name, method, path: examplePath(route), isForGuests: access === 'guest' }]
})

/** The status of each route when only this token is sent. */
async function sendWithToken(
  token: string | undefined,
  browser: TestBrowser,
  targets: ChangingRoute[],
) {
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { 'x-xsrf-token': token }),
  }
  const answers = await Promise.all(
    targets.map(({ method, path }) => browser.request(path, { method, body: {}, headers })),
  )
  return answers.map(({ status }, index) => `${targets[index]?.name} ${status}`)
}

const expectAllExpired = (targets: ChangingRoute[]) => targets.map(({ name }) => `${name} 419`)

test('unsafe requests need the CSRF token of their own session (CSR-01, CSR-05)', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  await foyer.db.updateTable('users').set({ role: 'admin' }).execute()
  await confirmPassword(laptop)
  const guest = foyer.browser()
  await guest.open('/login')
  const earlier = laptop.cookies.get('XSRF-TOKEN')
  await laptop.visit('logout')
  await laptop.visit('login.store', { email: ada.email, password: ada.password })
  await confirmPassword(laptop)

  const forMembers = changingRoutes.filter(({ isForGuests }) => !isForGuests)
  const forGuests = changingRoutes.filter(({ isForGuests }) => isForGuests)
  assert.ok(forMembers.length > 25 && forGuests.length >= 4)

  for (const token of [undefined, '', earlier, phone.cookies.get('XSRF-TOKEN')]) {
    assert.deepEqual(await sendWithToken(token, laptop, forMembers), expectAllExpired(forMembers))
    assert.deepEqual(await sendWithToken(token, guest, forGuests), expectAllExpired(forGuests))
  }
})

test('GET, HEAD and OPTIONS have no side effects (CSR-07)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const before = await eventsAndJobs(foyer)

  // By visits, which send the token and render nothing.
  for (const path of new Set(changingRoutes.map((route) => route.path)))
    for (const method of ['HEAD', 'OPTIONS', 'GET'] as const)
      await laptop.visitPath(path, { method })

  assert.deepEqual(await eventsAndJobs(foyer), before)
  assert.equal((await laptop.visit('dashboard')).status, 200)
})

async function eventsAndJobs({ db }: TestApp) {
  const events = await db.selectFrom('events').select(['seq', 'type']).orderBy('seq').execute()
  const jobs = await db.selectFrom('jobs').select('id').execute()
  return { events, jobs }
}

test('only ?_method of a POST overrides the method, and it needs a token (CSR-06)', async (t) => {
  const { laptop } = await signedInAda(t)
  const token = { 'x-xsrf-token': laptop.cookies.get('XSRF-TOKEN') ?? '' }
  const overrideHeaders = {
    'x-http-method-override': 'DELETE',
    'x-method-override': 'DELETE',
    'x-http-method': 'DELETE',
  }
  const photo = '/user/profile-photo'
  const status = async (
    path: string,
    method: 'GET' | 'POST',
    headers: Record<string, string>,
    body?: unknown,
  ) =>
    (
      await laptop.request(path, {
        method,
        headers: { accept: 'application/json', ...headers },
        body,
      })
    ).status

  assert.equal(await status(`${photo}?_method=delete`, 'GET', token), 404)
  assert.equal(await status(photo, 'GET', { ...token, ...overrideHeaders }), 404)
  assert.equal(
    await status(photo, 'POST', { ...token, ...overrideHeaders }, { _method: 'delete' }),
    422,
  )
  assert.equal(await status('/logout?_method=get', 'POST', {}, {}), 419)
  assert.equal(await status(`${photo}?_method=delete`, 'POST', {}, {}), 419)
  assert.equal(await status(`${photo}?_method=delete`, 'POST', token, {}), 200)
})

test('without an Origin or Sec-Fetch-Site the token is required (CSR-04)', async (t) => {
  const { laptop } = await signedInAda(t)
  const token = { 'x-xsrf-token': laptop.cookies.get('XSRF-TOKEN') ?? '' }
  const status = async (headers: Record<string, string>) =>
    (
      await laptop.request('/user/profile-photo', {
        method: 'DELETE',
        headers: { accept: 'application/json', ...headers },
      })
    ).status

  assert.equal(await status({ origin: 'null' }), 419)
  assert.equal(await status({}), 419)
  assert.equal(await status({ origin: 'null', ...token }), 200)
  assert.equal(await status(token), 200)
})

test('neither pages nor the API allow CORS (CSR-09)', async (t) => {
  const { laptop } = await signedInAda(t)
  const preflightHeaders = {
    origin: 'https://evil.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'x-xsrf-token, authorization',
  }

  for (const path of ['/dashboard', '/user/password', '/api/user', '/api/openapi.json', '/login']) {
    const preflight = await laptop.request(path, { method: 'OPTIONS', headers: preflightHeaders })
    const simple = await laptop.request(path, { headers: { origin: 'https://evil.example' } })
    for (const { raw } of [preflight, simple]) {
      const cors = Object.keys(raw.headers).filter((name) => name.startsWith('access-control'))
      assert.deepEqual(cors, [])
    }
  }
})

test('a form of a tab from an earlier session is redirected back and gets a working token (CSR-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await laptop.open('/user/profile')
  const oldToken = laptop.cookies.get('XSRF-TOKEN') ?? ''
  // In another tab.
  await laptop.visit('logout')
  await laptop.visit('login.store', { email: ada.email, password: ada.password })

  const form = { method: 'PUT', body: { name: 'Ada King' } } as const
  const late = await laptop.visitPath('/user/profile-information', {
    ...form,
    headers: { 'x-xsrf-token': oldToken, referer: `${foyer.config.origin}/user/profile` },
  })
  const again = await laptop.visitPath('/user/profile-information', form)

  assert.deepEqual([late.status, late.location], [303, '/user/profile'])
  assert.equal(again.status, 303)
  assert.partialDeepStrictEqual((await laptop.visit('profile.show')).page.props, {
    auth: { user: { name: 'Ada King' } },
  })
})

test('a CSRF cookie planted by a sibling domain is not a valid token (CSR-08)', async (t) => {
  const { laptop } = await signedInAda(t)
  laptop.cookies.set('XSRF-TOKEN', 'planted')

  assert.equal((await laptop.json('/logout', post)).status, 419)
})

test('a visit replaces a token that is not valid', async (t) => {
  const { laptop } = await signedInAda(t)
  const valid = laptop.cookies.get('XSRF-TOKEN')
  laptop.cookies.set('XSRF-TOKEN', 'planted')

  await laptop.visit('profile.show')

  assert.equal(laptop.cookies.get('XSRF-TOKEN'), valid)
})

test('a cross-site request is rejected even with a valid token (CSR-03)', async (t) => {
  const { laptop } = await signedInAda(t)
  const from = (headers: Record<string, string>) => laptop.json('/logout', { ...post, headers })

  assert.equal((await from({ 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await from({ 'sec-fetch-site': 'same-site' })).status, 403)
  assert.equal((await from({ origin: 'https://evil.example' })).status, 403)
})

test('a form sent without script passes with Sec-Fetch-Site: same-origin', async (t) => {
  const { laptop } = await signedInAda(t)

  const answer = await laptop.submit('/logout', {})

  assert.equal(answer.location, '/')
})

test('an expired form redirects back with a message and a new token (CSR-12)', async (t) => {
  const { laptop } = await signedInAda(t)
  laptop.cookies.set('XSRF-TOKEN', 'stale')

  const answer = await laptop.visit('logout')
  const { page } = await laptop.visit('dashboard')

  assert.equal(answer.status, 303)
  assert.match(String(page.flash?.['banner']), /open for a long time/)
  assert.equal((await laptop.visit('logout')).location, '/')
})

test('the token of an ended session gets 419 as JSON, also after a new sign-in, and changes nothing (CSR-13)', async (t) => {
  const { laptop, phone } = await adaOnTwoDevices(t)
  await phone.open('/user/profile')
  const headers = { 'x-xsrf-token': phone.cookies.get('XSRF-TOKEN') ?? '' }
  await confirmPassword(laptop)
  await laptop.visit('other-browser-sessions.destroy', { password: ada.password })

  const withoutSession = await phone.json('/broadcasting/auth', { ...post, headers })
  await phone.open('/login')
  await phone.visit('login.store', { email: ada.email, password: ada.password })
  const form = { method: 'PUT', body: { name: 'Ada King' }, headers } as const
  const inNewSession = await phone.json('/user/profile-information', form)

  assert.deepEqual([withoutSession.status, inNewSession.status], [419, 419])
  assert.deepEqual(inNewSession.raw.json(), {
    message: 'This page was open for a long time. Try again.',
  })
  assert.partialDeepStrictEqual((await laptop.visit('profile.show')).page.props, {
    auth: { user: { name: ada.name } },
  })
})

test('rejects text/plain bodies, which cross-site forms can send', async (t) => {
  const { laptop } = await signedInAda(t)

  const answer = await laptop.json('/logout', {
    ...post,
    body: 'x=1',
    headers: { 'content-type': 'text/plain' },
  })

  assert.equal(answer.status, 415)
})

test('only pages set the CSRF cookie', async (t) => {
  const { foyer } = await signedInAda(t)

  const answer = await foyer.browser().request('/up')

  assert.equal(answer.header('set-cookie'), undefined)
})

test('a 404 does not replace the CSRF token of a signed-in user (CSR-12)', async (t) => {
  const { laptop } = await signedInAda(t)
  await laptop.open('/user/profile')
  const missing = await laptop.open('/apple-touch-icon.png')

  const saved = await laptop.json('/user/profile-information', {
    method: 'PUT',
    body: { name: 'Augusta', email: ada.email },
  })

  assert.deepEqual([missing.status, saved.status], [404, 200])
  assert.match(missing.text, /"email":"ada@example\.com"/)
})

test('a failing page does not replace the CSRF token of a signed-in user (CSR-12)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.schema.alterTable('sessions').renameTo('hidden').execute()
  const failed = await laptop.open('/user/profile')
  await foyer.db.schema.alterTable('hidden').renameTo('sessions').execute()

  const saved = await laptop.json('/user/profile-information', {
    method: 'PUT',
    body: { name: 'Augusta', email: ada.email },
  })

  assert.deepEqual([failed.status, saved.status], [500, 200])
})

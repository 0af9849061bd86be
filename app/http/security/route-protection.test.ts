import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'

import { isTokenAccess } from '#app/http/server/api-paths.ts'
import { type Route, routes } from '#app/routes.ts'
import { examplePath } from '#testing/example-path.ts'
import { signedInAda, confirmPassword } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestResponse, TestBrowser } from '#testing/test-browser.ts'

const allRoutes = Object.entries(routes).map(([name, route]: [string, Route]) => ({
  name,
  ...route,
}))
const sampledRoutes = allRoutes.map((route) => ({ ...route, path: examplePath(route) }))
const accountRoutes = sampledRoutes.filter(
  ({ access }) => access === 'signedIn' || access === 'verified' || access === 'role',
)
const changingRoutes = sampledRoutes.filter(
  ({ method, access, crossSite }) => method !== 'GET' && !isTokenAccess(access) && !crossSite,
)

type SendRequest = (route: (typeof sampledRoutes)[number]) => Promise<TestResponse>

async function statusesOf(
  sampled: typeof sampledRoutes,
  send: SendRequest,
): Promise<Record<string, number>> {
  const answers: [string, number][] = []
  for (const route of sampled) answers.push([route.name, (await send(route)).status])
  return Object.fromEntries(answers)
}

function expectStatus(sampled: typeof sampledRoutes, status: number): Record<string, number> {
  return Object.fromEntries(sampled.map(({ name }) => [name, status]))
}

/** Sends each request from a new IP address, so that no rate limit applies. */
function anonymousClient(
  foyer: { browser(): TestBrowser },
  headers: Record<string, string>,
): SendRequest {
  return ({ path, method }) =>
    foyer.browser().request(path, { method, headers, ...(method !== 'GET' && { body: {} }) })
}

const asJson = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }

test('account routes reject guests (8.2.1)', async (t) => {
  const foyer = await createTestApp(t)

  assert.ok(accountRoutes.length > 40)
  assert.deepEqual(
    await statusesOf(accountRoutes, anonymousClient(foyer, asJson)),
    expectStatus(accountRoutes, 401),
  )
})

test('loopback routes reject other machines, and API routes reject requests without a token (8.2.1)', async (t) => {
  const foyer = await createTestApp(t)
  const loopbackRoutes = sampledRoutes.filter(
    ({ access }) => access === 'loopback' || access === 'monitoring',
  )
  const apiRoutes = sampledRoutes.filter(({ access }) => access === 'apiToken')

  assert.deepEqual(
    await statusesOf(loopbackRoutes, anonymousClient(foyer, asJson)),
    expectStatus(loopbackRoutes, 404),
  )
  assert.deepEqual(
    await statusesOf(apiRoutes, anonymousClient(foyer, asJson)),
    expectStatus(apiRoutes, 401),
  )
})

test('routes that require a confirmation reject a session without one (7.5.1, 8.2.1)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ role: 'admin' }).execute()
  const confirmedRoutes = sampledRoutes.filter(({ confirmation }) => confirmation !== undefined)

  const answers = await statusesOf(confirmedRoutes, ({ path, method }) =>
    laptop.json(path, { method, ...(method !== 'GET' && { body: {} }) }),
  )

  assert.ok(confirmedRoutes.length > 15)
  assert.deepEqual(answers, expectStatus(confirmedRoutes, 423))
})

test('unsafe requests without a CSRF token or from another site are rejected (3.5.1)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  await foyer.db.updateTable('users').set({ role: 'admin' }).execute()
  await confirmPassword(laptop)
  const without = { accept: 'application/json' }
  const elsewhere = { accept: 'application/json', 'sec-fetch-site': 'cross-site' }
  const send =
    (headers: Record<string, string>): SendRequest =>
    ({ path, method }) =>
      laptop.request(path, { method, headers, body: {} })
  const forMembers = changingRoutes.filter(({ access }) => access !== 'guest')

  assert.ok(forMembers.length > 35)
  assert.deepEqual(await statusesOf(forMembers, send(elsewhere)), expectStatus(forMembers, 403))
  assert.deepEqual(await statusesOf(forMembers, send(without)), expectStatus(forMembers, 419))
})

const requiredHeaders = {
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /frame-ancestors 'none'/,
  'referrer-policy': /^(same-origin|no-referrer)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=63072000; includeSubDomains$/,
}

function headerFaults(answer: TestResponse): string[] {
  const missing = Object.entries(requiredHeaders).flatMap(([name, good]) =>
    good.test(answer.header(name) ?? '') ? [] : [name],
  )
  const leaking = ['server', 'x-powered-by', 'access-control-allow-origin']
  return [...missing, ...leaking.filter((name) => answer.header(name) !== undefined)]
}

async function createHttpsApp(t: TestContext) {
  return createTestApp(t, {
    APP_URL: 'https://id.example.com',
    MAIL_URL: 'smtp://127.0.0.1:1',
    APP_KEY: randomBytes(32).toString('base64'),
  })
}

test('every route and every error has the security headers (3.4.1, 3.4.2, 3.4.4, 3.4.6, 13.4.6)', async (t) => {
  const foyer = await createHttpsApp(t)
  const nowhere = ['/nowhere', '/assets/nothing.js', '/%E0%A4%A', '/api/nothing', '/api/%E0%A4%A']
  const more = nowhere.map((path) => ({ method: 'GET', path, name: path }))

  for (const { name, path, method } of [...sampledRoutes, ...more]) {
    const body = method !== 'GET' && { body: {} }
    const answer = await foyer.browser().request(path, { method, ...body })
    assert.deepEqual([name, headerFaults(answer), answer.status >= 500], [name, [], false])
  }
})

test('repository, settings and sources are not served (13.4.1, 13.4.3)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const paths = ['/.git/HEAD', '/.env', '/package.json', '/storage/app.key', '/app/routes.ts']
  const hidden = [
    '/assets/',
    '/assets/../.vite/manifest.json',
    '/assets/%2e%2e/.vite/manifest.json',
  ]

  for (const path of [...paths, ...hidden]) {
    const { status, text } = await browser.open(path)
    assert.ok(status === 403 || status === 404, path)
    assert.doesNotMatch(text, /web\/browser|devDependencies/)
  }
})

test('a page is not served under a longer URL that a cache might store (14.2.5)', async (t) => {
  const { laptop } = await signedInAda(t)
  const longer = ['/dashboard.css', '/dashboard/x.css', '/dashboard;x.css', '/user/profile%2fx.css']

  for (const path of longer) assert.equal((await laptop.open(path)).status, 404, path)
})

test('unsupported methods are rejected (4.1.4, 13.4.4)', async (t) => {
  const browser = (await createTestApp(t)).browser()

  for (const method of ['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { status } = await browser.request('/login', { method })
    assert.ok([403, 404, 405].includes(status), `${method} ${status}`)
  }
})

test('responses of account routes are never cacheable (14.2.2, 14.3.2)', async (t) => {
  const { laptop } = await signedInAda(t)
  const shown = accountRoutes.filter(({ method }) => method === 'GET')

  for (const { name, path } of shown) {
    for (const accept of ['text/html', 'application/json']) {
      const answer = await laptop.request(path, { headers: { accept } })
      const isCacheable =
        answer.status < 300 && !/no-store/.test(answer.header('cache-control') ?? '')
      assert.equal(isCacheable, false, `${name} ${accept}`)
    }
  }
})

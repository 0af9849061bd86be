import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { examplePath } from '#testing/example-path.ts'
import { signedInAda, adaOnTwoDevices, confirmPassword } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'
import { days, minutes } from '#testing/test-clock.ts'
import { eraseAllAccounts } from '#testing/test-database.ts'

const routeTable: [string, Route][] = Object.entries(routes)
const unknownId = '01234567-89ab-7def-8123-456789abcdef'

test('a valid token returns its account (API-02, API-20)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)

  const answer = await client.request('/api/user')

  assert.equal(answer.status, 200)
  assert.equal(answer.raw.json().email, 'ada@example.com')
  assert.equal(answer.header('cache-control'), 'no-store')
  assert.equal(answer.header('set-cookie'), undefined)
  assert.equal(answer.header('access-control-allow-origin'), undefined)
})

test('a permission written by a newer version does not break the list of tokens', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const permissions = ['read', 'read-minds']
  await foyer.db
    .updateTable('api_tokens')
    .set({ permissions: JSON.stringify(permissions) })
    .execute()

  const answer = await client.request('/api/tokens')

  assert.equal(answer.status, 200)
  assert.deepEqual(answer.raw.json().data[0].permissions, permissions)
})

const malformedTokens = [
  '',
  '|',
  'test',
  '|test',
  '1ABC|test',
  '1ABC|',
  '1,2|test',
  'Bearer',
  'foyer_',
]
malformedTokens.push(
  'Bearer |test',
  'Bearer 1,2|test',
  'Bearer 1ABC|test',
  'Bearer 1ABC|',
  'Basic YTpi',
)

test('rejects malformed and missing tokens (API-06, API-23)', async (t) => {
  const browser = (await createTestApp(t)).browser()
  const requestWith = (authorization: string) =>
    browser.request('/api/user', { headers: { authorization } })

  const answers = await Promise.all(malformedTokens.map(requestWith))
  const withoutToken = await browser.request('/api/user')

  assert.deepEqual(
    answers.map(({ status }) => status),
    malformedTokens.map(() => 401),
  )
  assert.equal(withoutToken.header('www-authenticate'), 'Bearer realm="api"')
  assert.deepEqual(Object.keys(withoutToken.raw.json()), ['message'])
})

test('rejects a token with a wrong checksum without a database query (TOK-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const { token } = client
  const headers = {
    authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
  }
  await foyer.db.destroy()

  const answer = await client.request('/api/user', { headers })

  assert.equal(answer.status, 401)
  assert.match(answer.header('www-authenticate') ?? '', /error="invalid_token"/)
})

test('accepts a token until it expires (API-03, API-04, TOK-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop, { expiry: '7' })

  foyer.clock.advance(7 * days - minutes)
  assert.equal(await client.status('/api/user'), 200)
  foyer.clock.advance(minutes)
  assert.equal(await client.status('/api/user'), 401)
})

test('rejects a token while its account is unverified, locked or pending deletion, and after its erasure (TOK-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const set = (change: object) => foyer.db.updateTable('users').set(change).execute()

  await set({ email_verified_at: null })
  assert.equal(await client.status('/api/user'), 403)
  await set({ email_verified_at: 1, locked_at: 1 })
  assert.equal(await client.status('/api/user'), 403)
  await set({ locked_at: null, leaves_at: 1 })
  assert.equal(await client.status('/api/user'), 403)
  await set({ leaves_at: null })
  assert.equal(await client.status('/api/user'), 200)
  await eraseAllAccounts(foyer.db)
  assert.equal(await client.status('/api/user'), 401)
})

test('rejects session cookies on every /api route (TOK-07)', async (t) => {
  const { laptop } = await signedInAda(t)
  await confirmPassword(laptop)
  const api = routeTable.filter(([, { access }]) => access === 'apiToken')

  const answers = await Promise.all(api.map(([, route]) => laptop.json(...requestFor(route))))

  assert.ok(answers.length >= 6)
  assert.deepEqual(
    answers.map(({ status }) => status),
    api.map(() => 401),
  )
})

test('rejects tokens on every route outside /api, including those that need a confirmation (MFA-17, WS-11)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop, {
    permissions: ['read', 'update', 'delete'],
  })
  const members = routeTable.filter(
    ([, { access }]) => access === 'signedIn' || access === 'verified',
  )
  const headers = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }

  const answers = await Promise.all(
    members.map(([, route]) => {
      const [path, { method, body }] = requestFor(route)
      return client.status(path, { method, body, headers })
    }),
  )

  assert.ok(members.some(([, { confirmation }]) => confirmation === 'sensitive'))
  assert.deepEqual([...new Set(answers)], [401])
})

test('every API route requires its own permission (TOK-02, API-23, A-TOK-06)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const allPermissions = ['read', 'update', 'delete'] as const
  const api = routeTable.filter(([, { access }]) => access === 'apiToken')

  for (const permission of allPermissions) {
    const client = await createApiClient(foyer, laptop, { permissions: [permission] })
    for (const [name, route] of api) {
      const [path, { method, body }] = requestFor(route)
      const status = await client.status(path, { method, body })
      assert.equal(
        status === 403,
        route.permission !== permission,
        `${permission} at ${name}: ${status}`,
      )
    }
  }
})

test('PATCH /api/user ignores the email and every other field it does not list', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const before = await foyer.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const body = {
    email: 'mallory@example.com',
    password_hash: 'x',
    email_verified_at: 1,
    id: unknownId,
  }

  assert.equal(await client.status('/api/user', { method: 'PATCH', body }), 200)

  const after = await foyer.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const { event_count, record_head, record_signature, recorded_at } = before
  const logHead = { event_count, record_head, record_signature, recorded_at }
  assert.deepEqual({ ...after, ...logHead }, before)
})

test('names the permission that a token lacks', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop, { permissions: ['read'] })

  const answer = await client.request('/api/user', { method: 'PATCH', body: { name: 'Ada' } })

  assert.match(answer.header('www-authenticate') ?? '', /insufficient_scope", scope="update"/)
  assert.match(answer.raw.json().message, /"update"/)
})

test('ignores a token in the query, a cookie or the body (TOK-05)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const { token } = await createApiClient(foyer, laptop)
  const browser = foyer.browser()
  browser.cookies.set('foyer', token)
  browser.cookies.set('token', token)
  const body = { name: 'Mallory', access_token: token }

  const inQuery = await browser.request(`/api/user?access_token=${token}&token=${token}`)
  const inBody = await browser.request('/api/user', { method: 'PATCH', body })

  assert.deepEqual([inQuery.status, inBody.status], [401, 401])
})

test('restricts a token to its networks', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const unrestricted = await createApiClient(foyer, laptop)
  const restricted = await createApiClient(foyer, laptop, {
    networks: `${unrestricted.ipAddress}/32\n2001:db8::/32`,
  })
  const headers = { authorization: `Bearer ${restricted.token}` }

  assert.equal(await unrestricted.status('/api/user', { headers }), 200)
  assert.equal(await restricted.status('/api/user'), 403)
})

test('stores the last use once a minute, and records each new IP address once (TOK-09)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const other = await createApiClient(foyer, laptop)
  const headers = { authorization: `Bearer ${client.token}` }
  const start = foyer.clock.now()
  const lastUse = async () => {
    const { tokens } = (await laptop.visit('api-tokens.index')).page.props
    return Object(tokens).at(-1)
  }

  await Promise.all(Array.from({ length: 5 }, () => client.request('/api/user')))
  // Uses are stored after the response is sent.
  while ((await lastUse()).lastUsedAt === null);
  foyer.clock.advance(minutes / 2)
  await other.request('/api/user', { headers })
  assert.equal((await lastUse()).lastUsedAt, new Date(start).toISOString())
  assert.equal((await lastUse()).lastUsedIp, client.ipAddress)
  foyer.clock.advance(minutes)
  await other.request('/api/user', { headers })
  while ((await lastUse()).lastUsedIp !== other.ipAddress);

  const ipAddresses = (await foyer.events('token.first-used')).map(({ ip }) => ip)
  assert.deepEqual(ipAddresses, [client.ipAddress, other.ipAddress])
})

test('limits requests per token and per IP address (TOK-08)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  // Few at once: on a busy machine Redis would not answer all in time.
  const repeat = async (count: number, send: () => Promise<{ status: number }>) => {
    const statuses: number[] = []
    while (statuses.length < count) {
      const responses = Array.from({ length: Math.min(20, count - statuses.length) }, send)
      statuses.push(...(await Promise.all(responses)).map(({ status }) => status))
    }
    return statuses
  }

  const valid = await repeat(301, () => client.request('/api/user'))
  const guess = { authorization: `Bearer ${'x'.repeat(57)}` }
  const guessed = await repeat(61, () => laptop.request('/api/user', { headers: guess }))
  const last = await client.request('/api/user')

  assert.equal(valid.filter((status) => status === 429).length, 1)
  assert.equal(guessed.filter((status) => status === 429).length, 1)
  assert.ok(Number(last.header('retry-after')) > 0)
  assert.deepEqual(Object.keys(last.raw.json()), ['message'])
})

test('pages of a list stay stable when items are added', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const client = await createApiClient(foyer, laptop)
  const page = async (query: string) => (await client.request(`/api/sessions?${query}`)).raw.json()

  const first = await page('limit=1')
  await foyer
    .browser()
    .visit('login.store', { email: 'ada@example.com', password: 'a row of quiet engines' })
  const second = await page(`limit=1&cursor=${first.next_cursor}`)

  assert.equal(first.data.length, 1)
  assert.equal(second.data.length, 1)
  assert.notEqual(first.data[0].id, second.data[0].id)
  assert.equal(second.next_cursor, null)
  assert.equal((await page('')).data.length, 3)
  assert.ok(phone)
})

test('a token can end sessions of its own account only', async (t) => {
  const { foyer, laptop, phone } = await adaOnTwoDevices(t)
  const client = await createApiClient(foyer, laptop)
  const { data } = (await client.request('/api/sessions')).raw.json()
  const { id } = data.find(({ platform }: { platform: string }) => platform === 'iPhone')

  const ended = await client.request(`/api/sessions/${id}`, { method: 'DELETE' })

  assert.deepEqual([ended.status, ended.text], [204, ''])
  assert.equal((await phone.visit('dashboard')).location, '/login')
  assert.equal(await client.status(`/api/sessions/${id}`, { method: 'DELETE' }), 404)
  assert.equal(await client.status(`/api/sessions/${unknownId}`, { method: 'DELETE' }), 404)
})

test('a token can revoke itself', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const { data } = (await client.request('/api/tokens')).raw.json()

  assert.deepEqual([data[0].id, data[0].is_this], [client.id, true])
  assert.equal(await client.status(`/api/tokens/${client.id}`, { method: 'DELETE' }), 204)
  assert.equal(await client.status('/api/user'), 401)
})

test('returns the account at an earlier time, and its events page by page', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const earlier = new Date(foyer.clock.now()).toISOString()
  foyer.clock.advance(minutes)
  for (const name of ['Ada 1', 'Ada 2', 'Ada 3'])
    await client.request('/api/user', { method: 'PATCH', body: { name } })
  const json = async (path: string) => (await client.request(path)).raw.json()

  const userThen = await json(`/api/user?at=${earlier}`)
  const first = await json('/api/history?limit=2&type=profile')
  const second = await json(`/api/history?limit=2&type=profile&cursor=${first.next_cursor}`)

  assert.deepEqual([userThen.name, userThen.at], ['Ada Lovelace', earlier])
  assert.equal(userThen.state.tokens[0].name, 'Backup script')
  assert.deepEqual(
    [(await json('/api/user')).name, (await json('/api/user')).state],
    ['Ada 3', null],
  )
  assert.deepEqual(
    [...first.data, ...second.data].map(({ data }) => data.after.name),
    ['Ada 3', 'Ada 2', 'Ada 1'],
  )
  assert.equal(second.next_cursor, null)
})

test('every error below /api is JSON, whatever the Accept header says', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const headers = { accept: 'text/html,application/xhtml+xml' }
  const patch = (body: unknown, more: Record<string, string> = {}) =>
    client.request('/api/user', { method: 'PATCH', body, headers: { ...headers, ...more } })

  const answers = {
    400: await patch('{"name":'),
    401: await laptop.request('/api/user', { headers }),
    403: await (
      await createApiClient(foyer, laptop, { permissions: ['read'] })
    ).request('/api/user', { method: 'PATCH', body: {}, headers }),
    404: await client.request('/api/nowhere', { headers }),
    405: await client.request('/api/user', { method: 'PUT', body: {}, headers }),
    413: await patch('x'.repeat(200_000)),
    415: await patch('name=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    422: await patch({ name: '' }),
  }

  for (const [status, answer] of Object.entries(answers)) {
    assert.equal(answer.status, Number(status))
    assert.match(answer.header('content-type') ?? '', /^application\/json/)
    assert.equal(typeof answer.raw.json().message, 'string')
  }
  assert.equal(answers[405].header('allow'), 'GET, PATCH, HEAD')
  assert.deepEqual(Object.keys(answers[422].raw.json()), ['message', 'errors'])
  const undecodable = await client.request('/api/%E0%A4%A')
  assert.equal(undecodable.status, 400)
  assert.equal(typeof undecodable.raw.json().message, 'string')
})

/** A request that passes the checks of the route, if authorized. */
function requestFor(
  route: Route,
): [string, NonNullable<Parameters<TestBrowser['json']>[1]> & { method: Route['method'] }] {
  const { method } = route
  return [examplePath(route), { method, ...(method !== 'GET' && { body: {} }) }]
}

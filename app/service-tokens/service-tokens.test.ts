import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import { adminAndAccount } from '#testing/administrator.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { createCli } from '#testing/cli.ts'
import { examplePath } from '#testing/example-path.ts'
import { createBackEnd, managementApp } from '#testing/management-api.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { buildTestApp, createTestApp, type TestApp } from '#testing/test-app.ts'
import { days } from '#testing/test-clock.ts'

import { endedServiceTokenRetentionMs, rejectedManagementRequestsPerIp } from './limits.ts'
import { pruneServiceTokens } from './service-tokens.ts'

const managementRoutes = Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
  route.access === 'serviceToken' ? { name, ...route, path: examplePath(route) } : [],
)
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Status, headers and body of every method at the path of every route, for a valid token. */
async function answersOf(foyer: TestApp, paths: string[]) {
  const program = await createBackEnd(foyer)
  const answers: unknown[] = []
  for (const path of paths)
    for (const method of methods) {
      const { status, raw, text } = await program.request(path, { method })
      const { date: _, 'x-request-id': _id, ...headers } = raw.headers
      const policy = String(headers['content-security-policy']).replaceAll(/nonce-[^']+/g, '')
      answers.push([method, status, { ...headers, 'content-security-policy': policy }, text])
    }
  return answers
}

test('with MANAGEMENT_API=off, and from another network, the management API answers like a path that does not exist (MAN-01)', async (t) => {
  const off = await createTestApp(t)
  const elsewhere = await managementApp(t, { MANAGEMENT_NETWORKS: '192.0.2.0/24' })
  const paths = managementRoutes.map(({ path }) => path)
  const unknown = paths.map(() => '/api/nothing-here')

  assert.ok(paths.length > 2)
  for (const foyer of [off, elsewhere]) {
    assert.deepEqual(await answersOf(foyer, paths), await answersOf(foyer, unknown))
    const guest = foyer.browser()
    assert.equal((await guest.request('/api/admin/users')).status, 404)
    const document = await guest.request('/api/openapi.json')
    assert.ok(!document.text.includes('/api/admin'))
  }
  assert.equal((await elsewhere.browser('192.0.2.7').request('/api/admin/users')).status, 401)
})

test('an expired, revoked, mistyped, missing or other token is rejected immediately (MAN-02)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, (owner) =>
    buildTestApp(owner, { MANAGEMENT_API: 'on' }),
  )
  const short = await createBackEnd(foyer, { days: 1 })
  const revoked = await createBackEnd(foyer)
  const lasting = await createBackEnd(foyer)
  const ownToken = await createApiClient(foyer, laptop)
  assert.equal(await short.status('/api/admin/users'), 200)
  assert.equal(await revoked.status('/api/admin/users'), 200)

  await createCli(foyer)('service-token:revoke', revoked.id)
  const afterRevocation = await revoked.request('/api/admin/users')
  foyer.clock.advance(1 * days)

  assert.equal(afterRevocation.status, 401)
  assert.equal(await short.status('/api/admin/users'), 401)
  assert.equal(await lasting.status('/api/admin/users'), 200)
  for (const authorization of ['', 'Bearer', `Basic ${lasting.token}`, `Bearer ${lasting.token}0`])
    assert.equal(await lasting.status('/api/admin/users', { headers: { authorization } }), 401)
  assert.equal(await ownToken.status('/api/admin/users'), 401)
  assert.equal(await lasting.status('/api/user'), 401)
  assert.match(afterRevocation.header('www-authenticate') ?? '', /invalid_token/)
})

test('a service token has exactly its permissions (MAN-03)', async (t) => {
  const foyer = await managementApp(t)
  const idle = await createBackEnd(foyer, { permissions: ['settings.view'] })

  for (const { method, path, permission } of managementRoutes) {
    const answer = await idle.request(path, { method, ...(method !== 'GET' && { body: {} }) })
    assert.equal(answer.status, 403, path)
    assert.match(answer.header('www-authenticate') ?? '', new RegExp(`scope="${permission}"`))
  }
})

test('neither the cookie of an administrator nor a token in the URL opens the management API (MAN-04)', async (t) => {
  const { foyer, laptop } = await adminAndAccount(t, 'admin', { MANAGEMENT_API: 'on' })
  const { token } = await createBackEnd(foyer)

  assert.equal((await laptop.visit('admin.accounts')).status, 200)
  assert.equal((await laptop.json('/api/admin/users')).status, 401)
  assert.equal((await laptop.json(`/api/admin/users?access_token=${token}`)).status, 401)
  laptop.cookies.set('token', token)
  assert.equal((await laptop.json('/api/admin/users')).status, 401)
})

test('a service token is shown once, and stored as a hash (MAN-07)', async (t) => {
  const foyer = await managementApp(t)
  const { token, id } = await createBackEnd(foyer, { permissions: ['accounts.view'] })

  const { json, out } = await createCli(foyer)('service-token:list', '--json')
  const stored = await foyer.db.selectFrom('service_tokens').selectAll().execute()

  assert.match(token, /^foyer_service_[0-9A-Za-z]{43}[0-9a-f]{8}$/)
  assert.ok(!out.includes(token) && !JSON.stringify(stored).includes(token))
  assert.partialDeepStrictEqual(json, {
    tokens: [{ id, name: 'Billing', permissions: ['accounts.view'], revoked_at: null }],
  })
})

test('guessed service tokens are rate-limited and cost no query (MAN-15)', async (t) => {
  const foyer = await managementApp(t)
  const { token } = await createBackEnd(foyer)
  const browser = foyer.browser()
  const guess = `Bearer ${token.slice(0, -1)}x`
  const statuses: number[] = []
  for (let i = 0; i <= rejectedManagementRequestsPerIp.limit; i++) {
    const headers = { authorization: guess }
    statuses.push((await browser.request('/api/admin/users', { headers })).status)
  }

  assert.deepEqual(new Set(statuses.slice(0, -1)), new Set([401]))
  assert.equal(statuses.at(-1), 429)
})

test('the command line names wrong permissions, and prunes what ended long ago', async (t) => {
  const foyer = await managementApp(t)
  const cli = createCli(foyer)
  const wrong = await cli('service-token:create', 'Billing', '--permissions', 'all')
  const none = await cli('service-token:create', 'Billing')
  const { id } = await createBackEnd(foyer)
  await cli('service-token:revoke', id)
  const again = await cli('service-token:revoke', id)

  await pruneServiceTokens(foyer.db, foyer.clock.now() + endedServiceTokenRetentionMs - 1)
  const before = await foyer.db.selectFrom('service_tokens').select('id').execute()
  await pruneServiceTokens(foyer.db, foyer.clock.now() + endedServiceTokenRetentionMs + 1)
  const after = await foyer.db.selectFrom('service_tokens').select('id').execute()

  assert.deepEqual([wrong.status, none.status, again.status], [2, 2, 1])
  assert.match(wrong.err, /no permission all/)
  assert.deepEqual([before.length, after.length], [1, 0])
})

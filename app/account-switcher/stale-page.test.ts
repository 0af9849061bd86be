import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import { ada } from '#testing/account-steps.ts'
import { examplePath } from '#testing/example-path.ts'
import { activeEmail, adaAndGrace, grace, switchTo } from '#testing/several-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const accountId = async (foyer: TestApp, email: string): Promise<string> =>
  (
    await foyer.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id

const nameOf = async (foyer: TestApp, email: string): Promise<string> =>
  (
    await foyer.db
      .selectFrom('users')
      .select('name')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).name

const asAdasPage = async (foyer: TestApp) => ({ 'x-account': await accountId(foyer, ada.email) })

const adasForm = { name: 'Countess Lovelace', email: ada.email }

test("a form of Ada's page is not saved into Grace's account after a switch (SWI-10)", async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  const headers = await asAdasPage(foyer)
  const options = { method: 'PUT', body: adasForm, headers } as const

  const visited = await laptop.visitPath('/user/profile-information', options)
  const called = await laptop.json('/user/profile-information', options)
  await switchTo(laptop, ada.email)
  const saved = await laptop.visitPath('/user/profile-information', options)

  assert.equal(visited.location, '/accounts?switched=1')
  assert.equal(called.status, 409)
  assert.equal(await nameOf(foyer, grace.email), grace.name)
  assert.equal(saved.status, 303)
  assert.equal(await nameOf(foyer, ada.email), adasForm.name)
})

test('a form sent without script is refused in the same way (SWI-10)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  await switchTo(laptop, ada.email)
  const { text } = await laptop.open('/user/profile')
  const [, action = ''] = /<form[^>]+action="(\/user\/profile-information[^"]+)"/.exec(text) ?? []
  await switchTo(laptop, grace.email)

  const refused = await laptop.submit(action.replaceAll('&amp;', '&'), adasForm)
  const page = await laptop.open(refused.location ?? '')

  assert.match(action, /_account=/)
  assert.equal(refused.location, '/accounts?switched=1')
  assert.match(page.text, /Nothing was saved/)
  assert.equal(await nameOf(foyer, grace.email), grace.name)
})

test("signing out on Ada's page does not sign Grace out (SWI-10)", async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)

  const refused = await laptop.visitPath('/logout', {
    method: 'POST',
    body: {},
    headers: await asAdasPage(foyer),
  })

  assert.equal(refused.location, '/accounts?switched=1')
  assert.equal(await activeEmail(laptop), grace.email)
})

test("the next visit of Ada's page loads a document, and a channel of Grace stays closed to it (SWI-11)", async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  const headers = await asAdasPage(foyer)

  const { version } = (await laptop.visit('accounts.index')).raw.json()
  const visit = { 'x-inertia': 'true', 'x-inertia-version': version }
  const visited = await laptop.request('/dashboard', { headers: { ...headers, ...visit } })
  const channel = `private-account.${await accountId(foyer, grace.email)}`
  const authorized = await laptop.json('/broadcasting/auth', {
    method: 'POST',
    body: { socket_id: '1.1', channel_name: channel },
    headers,
  })

  assert.equal(visited.status, 409)
  assert.equal(visited.header('x-inertia-location'), '/dashboard')
  assert.equal(visited.text, '')
  assert.equal(authorized.status, 409)
})

test("a link of Ada's page does not link a provider to Grace's account (SWI-10)", async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  const adaId = await accountId(foyer, ada.email)

  const answer = await laptop.open(`/user/linked-accounts/example/link?_account=${adaId}`)

  assert.equal(answer.location, '/accounts?switched=1')
})

test('every change is refused from a page of another account, except to choose one (SWI-10)', async (t) => {
  const { foyer, laptop } = await adaAndGrace(t)
  const headers = await asAdasPage(foyer)
  const isChange = ({ method, access }: Route) =>
    method !== 'GET' && ['signedIn', 'verified', 'public'].includes(access)
  const changes = Object.entries<Route>(routes).filter(([, route]) => isChange(route))
  const statuses = new Set<number>()
  const exceptions: string[] = []
  for (const [name, route] of changes) {
    const options = { method: route.method, body: {}, headers }
    if (route.forAnyAccount || route.crossSite) exceptions.push(name)
    else statuses.add((await laptop.json(examplePath(route), options)).status)
  }

  assert.ok(changes.length > 50)
  assert.deepEqual([...statuses], [409])
  assert.deepEqual(exceptions.toSorted(), [
    'accounts.destroy',
    'accounts.store',
    'accounts.switch',
    'all-accounts.destroy',
    'csp-report',
    'provider.callback.store',
    'provider.logout',
    'support-access.destroy',
  ])
})

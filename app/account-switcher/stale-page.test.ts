import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Route, routes } from '#app/routes.ts'
import {
  accountOf,
  activeEmail,
  adaAndGrace,
  grace,
  switchTo,
} from '#testing/accounts-in-one-browser.ts'
import { examplePath } from '#testing/example-path.ts'
import { ada } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'

const asAdasPage = async (foyer: TestApp) => ({
  'x-account': (await accountOf(foyer, ada.email)).id,
})

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
  assert.equal((await accountOf(foyer, grace.email)).name, grace.name)
  assert.equal(saved.status, 303)
  assert.equal((await accountOf(foyer, ada.email)).name, adasForm.name)
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
  assert.equal((await accountOf(foyer, grace.email)).name, grace.name)
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
  const channel = `private-account.${(await accountOf(foyer, grace.email)).id}`
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
  const { id: adaId } = await accountOf(foyer, ada.email)

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

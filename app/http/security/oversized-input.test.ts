import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'

import { createCli } from '#testing/cli.ts'
import { collectRoutes, costlyInputs, textFields } from '#testing/costly-inputs.ts'
import { createBackEnd, managementApp } from '#testing/management-api.ts'
import { ada, signedInAda, confirmPassword } from '#testing/signed-in-accounts.ts'
import { createEngines } from '#testing/teams.ts'
import { buildTestApp, createTestApp } from '#testing/test-app.ts'

test('no text from a guest takes more than 50 ms of CPU', async (t: TestContext) => {
  const { started: foyer, routes: all } = await collectRoutes(() => buildTestApp(t))
  const guestRoutes = all.filter(
    ({ config }) => config?.access === 'guest' || config?.access === 'public',
  )

  assert.ok(textFields(guestRoutes).length > 10, 'no text fields were found')
  assert.deepEqual(await costlyInputs(guestRoutes, () => foyer.browser()), [])
})

test('no text from a member takes more than 50 ms of CPU', async (t: TestContext) => {
  const { started, routes: all } = await collectRoutes(() => signedInAda(t, buildTestApp))
  const { laptop } = started
  await confirmPassword(laptop)
  const memberRoutes = all.filter(
    ({ config }) => config?.access === 'signedIn' || config?.access === 'verified',
  )

  assert.ok(textFields(memberRoutes).length > 10, 'no text fields were found')
  assert.deepEqual(await costlyInputs(memberRoutes, () => laptop), [])
})

test('no text from an administrator or a member of a team takes more than 50 ms of CPU', async (t: TestContext) => {
  const { started, routes: all } = await collectRoutes(() => signedInAda(t, buildTestApp))
  const { foyer, laptop } = started
  await createEngines(laptop)
  await createCli(foyer)('user:role', ada.email, 'admin', '--yes')
  await confirmPassword(laptop)
  const found = all.filter(({ config }) => config?.access === 'role' || config?.access === 'team')

  assert.ok(textFields(found).length > 10, 'no text fields were found')
  assert.deepEqual(await costlyInputs(found, () => laptop), [])
})

test('no text from a service takes more than 50 ms of CPU', async (t: TestContext) => {
  const { started: foyer, routes: all } = await collectRoutes(() => managementApp(t))
  const { token } = await createBackEnd(foyer)
  const found = all.filter(({ config }) => config?.access === 'serviceToken')
  const headers = { authorization: `Bearer ${token}` }

  assert.ok(textFields(found).length > 10, 'no text fields were found')
  assert.deepEqual(await costlyInputs(found, () => foyer.browser(), headers), [])
})

test('more than 300 guest forms a minute from one network are rejected before validation', async (t) => {
  const foyer = await createTestApp(t)
  const browser = foyer.browser()
  await browser.open('/login')
  const send = () => browser.json('/login', { method: 'POST', body: {} })

  for (let sent = 0; sent < 300; sent++) assert.equal((await send()).status, 422)

  assert.equal((await send()).status, 429)
  assert.equal(
    (
      await foyer
        .browser()
        .json('/login', { method: 'POST', body: {}, headers: { 'sec-fetch-site': 'same-origin' } })
    ).status,
    422,
  )
})

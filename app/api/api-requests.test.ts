import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import { createApiClient } from '#testing/api-clients.ts'
import { collectRoutes, costlyInputs, textFields } from '#testing/costly-inputs.ts'
import { appOnLegacyData, legacyData } from '#testing/legacy-data.ts'
import { assertIsolated, assertNotFrameable } from '#testing/response-headers.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { logLines, spawnServer } from '#testing/spawn-server.ts'
import { buildTestApp } from '#testing/test-app.ts'

test('a stored API token authenticates', async (t) => {
  const foyer = await appOnLegacyData(t)
  const headers = { authorization: `Bearer ${legacyData.token}` }

  const answer = await foyer.browser().request('/api/user', { headers })

  assert.equal(answer.raw.json().name, 'Ada King')
})

test('no text from an API client takes more than 50 ms of CPU', async (t: TestContext) => {
  const { started, routes: all } = await collectRoutes(() => signedInAda(t, buildTestApp))
  const { foyer, laptop } = started
  const client = await createApiClient(foyer, laptop)
  const apiRoutes = all.filter(({ config }) => config?.access === 'apiToken')

  assert.ok(textFields(apiRoutes).length > 0, 'no text fields were found')
  const authorization = `Bearer ${client.token}`
  assert.deepEqual(await costlyInputs(apiRoutes, () => foyer.browser(), { authorization }), [])
})

test('a rejected token is logged with its route, and never itself (16.2.1, 16.3.1)', async (t) => {
  const { origin, output, child, waitForExit } = await spawnServer(t)

  const headers = { authorization: 'Bearer guessed' }
  const answer = await fetch(`${origin}/api/user`, { headers })
  child.kill('SIGTERM')
  await waitForExit()

  const [rejection, ...others] = logLines(output()).filter(({ refused }) => refused)
  assert.partialDeepStrictEqual(rejection, {
    route: 'api.user.show',
    refused: 'InvalidApiToken',
    level: 30,
    reqId: answer.headers.get('x-request-id'),
  })
  assert.ok(rejection?.['time'] && rejection['ip'])
  assert.deepEqual(others, [])
  assert.doesNotMatch(output(), /guessed/)
})

test('responses are JSON, to rejected requests as well', async (t) => {
  const { laptop } = await signedInAda(t)
  const typeOf = async (path: string) => {
    const { raw } = await laptop.request(path, { headers: { 'x-inertia': 'true' } })
    return [raw.statusCode, raw.headers['content-type']]
  }
  const json = 'application/json; charset=utf-8'

  assert.deepEqual(await typeOf('/api/openapi.json'), [200, json])
  assert.deepEqual(await typeOf('/api/user'), [401, json])
})

test('rejected requests get the headers of every response (CSR-10, CSR-11, 4.1.1)', async (t) => {
  const { foyer, laptop } = await signedInAda(t)

  const answers = [
    await laptop.request('/api/user', { method: 'DELETE' }),
    await foyer.browser().json('/api/user'),
  ]

  assert.deepEqual(
    answers.map(({ status }) => status),
    [405, 401],
  )
  for (const { raw } of answers) {
    assertNotFrameable(raw.headers)
    assertIsolated(raw.headers)
    assert.equal(raw.headers['content-type'], 'application/json; charset=utf-8')
  }
})

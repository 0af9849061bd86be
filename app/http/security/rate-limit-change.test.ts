import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newId } from '#app/platform/lib/ids.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { lowerLimit } from '#testing/lower-limit.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { registered } from '#testing/teams.ts'
import { buildTestApp } from '#testing/test-app.ts'
import { hours } from '#testing/test-clock.ts'

test('changes of an account that record an event share one limit, on pages and by API tokens (PAR-21)', async (t) => {
  const { foyer, laptop } = await signedInAda(t, buildTestApp)
  const program = await createApiClient(foyer, laptop)
  const grace = await registered(foyer, 'Grace')
  const put = (path: string, body: object) => laptop.json(path, { method: 'PUT', body })
  const rename = (name: string) => put('/user/profile-information', { name })
  const renameByApi = (name: string) =>
    program.status('/api/user', { method: 'PATCH', body: { name } })
  lowerLimit(foyer, /^account:change:/, 2)

  assert.equal((await rename('Ada King')).status, 200)
  assert.equal(await renameByApi('Countess'), 200)

  const answers = [
    await rename('Ada'),
    await put(`/user/api-tokens/${program.id}`, { permissions: ['read'] }),
    await put(`/user/passkeys/${newId()}`, { name: 'Phone' }),
    await put('/user/preferred-second-factor', { factor: 'code' }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [429, 429, 429, 429],
  )
  assert.equal(await renameByApi('Ada'), 429)
  assert.equal((await foyer.events('profile.updated')).length, 2)
  assert.equal((await foyer.events('token.changed')).length, 0)
  const body = { name: 'Grace Hopper' }
  assert.equal((await grace.json('/user/profile-information', { method: 'PUT', body })).status, 200)
  foyer.clock.advance(hours)
  assert.equal(await renameByApi('Ada'), 200)
})

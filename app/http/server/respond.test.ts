import assert from 'node:assert/strict'
import { test } from 'node:test'

import { registerAccount } from '#testing/signed-in-accounts.ts'
import { createEngines, enginesPath } from '#testing/teams.ts'
import { createTestApp } from '#testing/test-app.ts'

test('a change returns to the page of its form, with its parameters, when a browser sends no Referer', async (t) => {
  const foyer = await createTestApp(t)
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)

  const picture = await ada.visitPath(`${enginesPath}/picture`, { method: 'DELETE' })

  assert.deepEqual([picture.status, picture.location], [303, `${enginesPath}/settings`])
})

test('a JSON client gets an empty string that is not stored', async (t) => {
  const foyer = await createTestApp(t)
  const ada = foyer.browser()
  await registerAccount(foyer, ada)
  await createEngines(ada)

  const changed = await ada.json(`${enginesPath}/picture`, { method: 'DELETE' })

  assert.deepEqual([changed.status, changed.text], [200, '""'])
  assert.equal(changed.header('cache-control'), 'no-store')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/people.ts'

const checkPath = '/time-travel/seal?from=0'

test('the seal of a very long record is checked in one go, and not for ever', async (t) => {
  const { laptop } = await signedInAda(t)
  const statuses = new Set<number>()

  for (let steps = 0; steps < 600; steps++) statuses.add((await laptop.json(checkPath)).status)
  const refused = await laptop.json(checkPath)

  assert.deepEqual([...statuses], [200])
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.header('retry-after')) > 0)
})

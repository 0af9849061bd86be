import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/signed-in-accounts.ts'

const checkPath = '/time-travel/seal?from=0'

test('a very long log can be checked without a pause, and further requests are limited', async (t) => {
  const { laptop } = await signedInAda(t)
  const statuses = new Set<number>()

  for (let steps = 0; steps < 600; steps++) statuses.add((await laptop.json(checkPath)).status)
  const limited = await laptop.json(checkPath)

  assert.deepEqual([...statuses], [200])
  assert.equal(limited.status, 429)
  assert.ok(Number(limited.header('retry-after')) > 0)
})

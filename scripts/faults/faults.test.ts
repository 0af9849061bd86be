import assert from 'node:assert/strict'
import { test } from 'node:test'

import { lostWrites } from '#testing/load-accounts.ts'
import { createTestDatabase, testDialect } from '#testing/test-database.ts'

import { faults } from './faults.ts'
import { injectFault } from './inject-fault.ts'

/** A busy machine takes long for what waits for servers to start. */
const timeout = 240_000

test('every fault from F01 to F35 is in the list', () => {
  const ids = Array.from({ length: 35 }, (_, index) => `F${String(index + 1).padStart(2, '0')}`)

  assert.deepEqual([...new Set(faults.map(({ id }) => id))], ids)
})

for (const fault of faults.filter(
  ({ isShort, on }) => isShort && (on ?? testDialect) === testDialect,
))
  test(
    `${fault.title}: nothing acknowledged is lost, nothing hangs (${fault.id})`,
    { timeout },
    async (t) => {
      const result = await injectFault(fault, testDialect)

      if (result.skipped) return t.skip(result.skipped)
      assert.deepEqual(result.problems, [])
      assert.ok(result.acknowledged > 0)
    },
  )

test('a confirmed write that no event contains counts as lost', async (t) => {
  const { url: DATABASE_URL } = await createTestDatabase(t)

  assert.deepEqual(await lostWrites({ STORAGE_DIR: '', DATABASE_URL }, ['Person 1 person0']), [
    'Person 1 person0',
  ])
})

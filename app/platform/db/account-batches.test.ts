import assert from 'node:assert/strict'
import { test } from 'node:test'

import { insertAccounts } from '#testing/assert-single-winner.ts'
import { createTestDatabase } from '#testing/test-database.ts'

import { accountBatches } from './account-batches.ts'

test('every account comes once, in the order of ids, although one is erased on the way', async (t) => {
  const { db } = await createTestDatabase(t)
  await insertAccounts(db, 5)

  const batches: string[][] = []
  for await (const accounts of accountBatches(db, (query) => query.select('users.id'), 2)) {
    batches.push(accounts.map(({ id }) => id))
    await db.deleteFrom('users').where('id', '=', 'account-1').execute()
  }

  assert.deepEqual(batches, [['account-0', 'account-1'], ['account-2', 'account-3'], ['account-4']])
})

test('a condition leaves accounts out of every batch', async (t) => {
  const { db } = await createTestDatabase(t)
  await insertAccounts(db, 5)
  await db.updateTable('users').set({ locked_at: 1 }).where('id', '=', 'account-2').execute()

  const ids: string[] = []
  const unlocked = accountBatches(
    db,
    (accounts) => accounts.select('users.id').where('locked_at', 'is', null),
    2,
  )
  for await (const accounts of unlocked) ids.push(...accounts.map(({ id }) => id))

  assert.deepEqual(ids, ['account-0', 'account-1', 'account-3', 'account-4'])
})

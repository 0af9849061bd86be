import assert from 'node:assert/strict'
import { test } from 'node:test'

import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { createTestDatabase, openConnection, testDialect } from '#testing/test-database.ts'

import { lockEmailKeys } from './email-owner.ts'

const skip = testDialect === 'postgres' ? false : 'SQLite has one writer at a time'
const address = ['ada@example.com']

test('an address that is being taken waits for its own installation only', { skip }, async (t) => {
  const one = await createTestDatabase(t)
  const impatient = await openConnection(t, one.url, { waitTimeoutMs: 200 })
  const other = await createTestDatabase(t)

  await inTransaction(one.db, async (tx) => {
    await lockEmailKeys(tx, address)

    await inTransaction(other.db, (otherTx) => lockEmailKeys(otherTx, address))
    await assert.rejects(
      inTransaction(impatient.db, (sameTx) => lockEmailKeys(sameTx, address)),
      Unavailable,
    )
  })
})

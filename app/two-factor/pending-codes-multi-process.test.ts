import { test } from 'node:test'

import { newId } from '#app/platform/lib/ids.ts'
import { assertSingleWinner, insertAccounts } from '#testing/assert-single-winner.ts'

import { consumePendingCodes } from './pending-recovery-codes.ts'

const now = 1_700_000_000_000

test('one winner in every round: of two processes that confirm the same new recovery codes, one does (MFA-28)', async (t) => {
  let users: string[] = []

  await assertSingleWinner(t, {
    async create(db, count) {
      if (users.length === 0) users = await insertAccounts(db, count)
      const pending = users.map((userId) => ({ userId, id: newId() }))
      const rows = pending.map(({ userId, id }) => ({
        id,
        user_id: userId,
        code_hashes: '[]',
        created_at: now,
        expires_at: now + 1000,
      }))
      await db.insertInto('pending_recovery_codes').values(rows).execute()
      return pending
    },
    consume: async (db, { userId, id }) =>
      (await consumePendingCodes(db, { userId, now }, id)) !== null,
  })
})

import { test } from 'node:test'

import { assertSingleWinner, insertAccounts } from '#testing/assert-single-winner.ts'

import { claimProviderCheck } from './check-linked-accounts.job.ts'

const now = 1_700_000_000_000

test('one winner in every round: of two processes with the same refresh token, one uses it (OID-32)', async (t) => {
  let ids: string[] = []
  let due = now

  await assertSingleWinner(t, {
    async create(db, count) {
      due += 1
      if (ids.length > 0) {
        await db.updateTable('linked_accounts').set({ next_check_at: due }).execute()
      } else {
        const rows = (await insertAccounts(db, count)).map((user_id) => ({
          id: `linked ${user_id}`,
          user_id,
          provider: 'example',
          issuer: 'https://provider.example',
          subject: user_id,
          email: null,
          created_at: now,
          last_used_at: null,
          next_check_at: due,
        }))
        await db.insertInto('linked_accounts').values(rows).execute()
        ids = rows.map(({ id }) => id)
      }
      return ids.map((id) => ({ id, next_check_at: due }))
    },
    consume: (db, account) => claimProviderCheck(db, account, now - 1),
  })
})

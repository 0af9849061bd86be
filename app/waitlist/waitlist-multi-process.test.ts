import { test } from 'node:test'

import { newId } from '#app/platform/lib/ids.ts'
import { assertSingleWinner } from '#testing/assert-single-winner.ts'

import { removeFromWaitlist } from './waitlist.ts'

const now = 1_700_000_000_000

test('one winner in every round: of two processes that let in the same address, one does (INV-11)', async (t) => {
  await assertSingleWinner<string>(t, {
    async create(db, count) {
      const rows = Array.from({ length: count }, () => newId()).map((id) => ({
        id,
        email: `${id}@example.com`,
        email_key: `${id}@example.com`,
        locale: null,
        created_at: now,
      }))
      await db.insertInto('waitlist').values(rows).execute()
      return rows.map(({ email_key }) => email_key)
    },
    consume: async (db, emailKey) => (await removeFromWaitlist(db, emailKey)) !== null,
  })
})

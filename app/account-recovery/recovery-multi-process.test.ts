import { test } from 'node:test'

import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { deleteRecovery } from '#app/platform/event-log/delete-open-recovery.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { assertSingleWinner, insertAccounts } from '#testing/assert-single-winner.ts'

import { consumeRecovery } from './account-recovery.ts'

const now = 1_700_000_000_000

async function insertRecoveries(db: Db, userIds: readonly string[]) {
  const recoveries = userIds.map((userId) => ({ id: newId(), userId, browserSecret: newSecret() }))
  await db
    .insertInto('account_recoveries')
    .values(
      recoveries.map(({ id, userId, browserSecret }) => ({
        id,
        user_id: userId,
        browser_hash: hashSecret(browserSecret),
        created_at: now,
        ready_at: now,
        expires_at: now + 1000,
      })),
    )
    .execute()
  return recoveries
}

test('one winner in every round: of two processes that finish the same recovery, one does (WAY-13)', async (t) => {
  let users: string[] = []
  await assertSingleWinner(t, {
    async create(db, count) {
      if (users.length === 0) users = await insertAccounts(db, count)
      return insertRecoveries(db, users)
    },
    consume: (db, recovery) => consumeRecovery(db, { ...recovery, now }),
  })
})

test('one winner in every round: of a process that finishes a recovery and one that stops it, one does (WAY-13)', async (t) => {
  let users: string[] = []
  const seen = new Set<string>()
  await assertSingleWinner(t, {
    async create(db, count) {
      if (users.length === 0) users = await insertAccounts(db, count)
      seen.clear()
      return insertRecoveries(db, users)
    },
    async consume(db, recovery) {
      // The first caller finishes, the other stops; which connection that is alternates.
      const isFirst = !seen.has(recovery.id)
      seen.add(recovery.id)
      if (isFirst) return consumeRecovery(db, { ...recovery, now })
      return deleteRecovery(db, { userId: recovery.userId, now })
    },
  })
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'

import type { KyselyPlugin } from 'kysely'

import type { Db } from '#app/platform/db/connect.ts'
import { eraseClientData } from '#app/platform/event-log/erase-client-data.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { minutes } from '#testing/test-clock.ts'

import { accountLog } from './account-log-store.ts'
import { verifyNextEvents } from './verify-next-events.ts'

test('a log is not reported as broken if client data is erased during the check', async (t) => {
  for (const readsBefore of [1, 2, 3, 4]) {
    const { foyer, id } = await adaWithHistory(t)
    let erased = 0
    const reader = interruptReads(foyer.db, readsBefore, async () => {
      erased++
      await eraseClientData(foyer.db, foyer.clock.now() - minutes)
    })

    const { broken } = await verifyNextEvents(reader, accountLog(id), { from: 0, count: 1000 })

    assert.deepEqual([erased, broken], [1, null])
    const rows = await foyer.db.selectFrom('events').select('ip').where('seq', '=', 1).execute()
    assert.deepEqual(rows, [{ ip: null }])
  }
})

async function adaWithHistory(t: TestContext) {
  const { foyer, laptop } = await signedInAda(t)
  foyer.clock.advance(3 * minutes)
  await laptop.visit('user-profile-information.update', { name: 'Countess' })
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  return { foyer, id }
}

/** A connection that calls `act` after its first `reads` queries. */
function interruptReads(db: Db, reads: number, act: () => Promise<void>): Db {
  let done = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++done === reads) await act()
      return result
    },
  }
  return db.withPlugin(plugin)
}

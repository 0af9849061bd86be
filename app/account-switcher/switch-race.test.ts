import { test } from 'node:test'

import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { switchSession } from '#app/platform/sessions/switch-session.ts'
import { assertSingleWinner, insertAccounts, sessionRow } from '#testing/assert-single-winner.ts'

const now = 1_700_000_000_000

test('when two tabs switch at the same time, exactly one succeeds, in every round (SWI-15)', async (t) => {
  let isFirst = true
  await assertSingleWinner(t, {
    isTransaction: true,
    async create(db, count) {
      if (isFirst) await insertAccounts(db, 2)
      isFirst = false
      return insertSessions(db, count)
    },
    consume: switchToOther,
  })
})

interface Browser {
  active: string
  other: string
}

async function switchToOther(db: Db, { active, other }: Browser): Promise<boolean> {
  return (await switchSession({ db, now }, { active, others: [other] }, other)) !== null
}

async function insertSessions(db: Db, count: number): Promise<Browser[]> {
  await db.deleteFrom('sessions').execute()
  const browsers = Array.from({ length: count }, () => ({
    active: newSecret(),
    other: newSecret(),
  }))
  const rows = browsers.flatMap(({ active, other }) => [
    sessionRow('account-0', active, now),
    sessionRow('account-1', other, now),
  ])
  await db.insertInto('sessions').values(rows).execute()
  return browsers
}

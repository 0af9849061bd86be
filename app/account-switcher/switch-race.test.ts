import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hashSecret, newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { switchSession } from '#app/platform/sessions/sessions-of-browser.ts'
import { insertAccounts } from '#testing/concurrency.ts'
import { createTestDatabase, openConnection } from '#testing/test-database.ts'

const now = 1_700_000_000_000

const rounds = 10_000
const batchSize = 250

test(
  'when two tabs switch at the same time, exactly one succeeds, in ten thousand rounds (SWI-15)',
  {
    timeout: 300_000,
  },
  async (t) => {
    const { db: ours, url } = await createTestDatabase(t)
    const { db: theirs } = await openConnection(t, url)
    await insertAccounts(ours, 2)
    const winners = { ours: 0, theirs: 0, nobody: 0, both: 0 }

    for (let round = 0; round < rounds; round += batchSize) {
      const browsers = await insertSessions(ours, batchSize)
      for (const [index, browser] of browsers.entries()) {
        // By turns, or the connection that starts first would win almost always.
        const [first, second] = index % 2 ? [ours, theirs] : [theirs, ours]
        const [firstWon, secondWon] = await Promise.all([
          switchToOther(first, browser),
          switchToOther(second, browser),
        ])
        const winner = firstWon ? first : second
        if (firstWon === secondWon) winners[firstWon ? 'both' : 'nobody']++
        else winners[winner === ours ? 'ours' : 'theirs']++
      }
    }

    assert.deepEqual([winners.nobody, winners.both], [0, 0])
    assert.ok(Math.min(winners.ours, winners.theirs) > rounds / 100)
  },
)

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
    sessionRow(active, 'account-0'),
    sessionRow(other, 'account-1'),
  ])
  await db.insertInto('sessions').values(rows).execute()
  return browsers
}

function sessionRow(secret: string, user_id: string) {
  return {
    id: secret.slice(0, 36),
    user_id,
    token_hash: hashSecret(secret),
    method: 'password',
    remembered: 0,
    ip: null,
    user_agent: null,
    country: null,
    created_at: now,
    last_active_at: now,
    expires_at: now + 1e9,
    ends_at: now + 1e9,
    confirmed_at: null,
    carried_sealed: null,
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { jobRunners } from '#app/jobs.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { createTestDatabase } from '#testing/test-database.ts'

import { createKeyring } from './platform/crypto/keyring.ts'

test(
  'while exports are made, however many and long, mails go out',
  { timeout: 30_000 },
  async (t) => {
    const database = await createTestDatabase(t)
    const keys = createKeyring({ current: Buffer.alloc(32, 'a key'), previous: [] })
    const [begun, made, sent] = [latch(2), latch(1), latch(1)]
    const handlers = {
      'data-export': async () => {
        begun.pass()
        await made.passed
      },
      mail: async () => sent.pass(),
    }
    const say = () => {}
    const log = { info: say, warn: say, error: say }
    const runners = jobRunners({ database, keys, handlers, clock: { now: Date.now }, log })
    const ask = (kind: string) =>
      enqueue(database.db, keys, { kind, payload: null, now: Date.now() })
    for (const runner of runners) runner.start()

    for (let count = 0; count < 4; count++) await ask('data-export')
    await begun.passed
    await ask('mail')
    await sent.passed

    assert.equal(await pendingExports(database.db), 4)
    made.pass()
    await Promise.all(runners.map((runner) => runner.stop(5000)))
  },
)

async function pendingExports(db: Db): Promise<number> {
  return (await db.selectFrom('jobs').select('id').where('kind', '=', 'data-export').execute())
    .length
}

/** Open once so many have passed. */
function latch(many: number) {
  const { promise: passed, resolve } = Promise.withResolvers<void>()
  let left = many
  return { passed, pass: () => void (--left <= 0 && resolve()) }
}

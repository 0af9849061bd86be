import assert from 'node:assert/strict'
import { test } from 'node:test'

import { jobRunners, jobsByKind } from '#app/job-handlers.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { enqueue } from '#app/platform/jobs/enqueue.ts'
import { createTestApp } from '#testing/test-app.ts'

test('mail is sent while long exports are running', { timeout: 30_000 }, async (t) => {
  const { app } = await createTestApp(t)
  const { database, keys } = app
  const [bothStarted, finishExports, mailSent] = [latch(2), latch(1), latch(1)]
  const { mail, 'data-export': dataExport } = jobsByKind(app)
  const jobs = {
    'data-export': {
      ...dataExport,
      run: async () => {
        bothStarted.countDown()
        await finishExports.opened
      },
    },
    mail: { ...mail, run: async () => mailSent.countDown() },
  }
  const noop = () => {}
  const log = { info: noop, warn: noop, error: noop }
  const runners = jobRunners({ database, keys, jobs, clock: { now: Date.now }, log })
  const enqueueJob = (kind: string) =>
    enqueue(database.db, keys, { kind, payload: null, now: Date.now() })
  for (const runner of runners) runner.start()

  for (let count = 0; count < 4; count++) await enqueueJob('data-export')
  await bothStarted.opened
  await enqueueJob('mail')
  await mailSent.opened

  assert.equal(await pendingExports(database.db), 4)
  finishExports.countDown()
  await Promise.all(runners.map((runner) => runner.stop(5000)))
})

async function pendingExports(db: Db): Promise<number> {
  return (await db.selectFrom('jobs').select('id').where('kind', '=', 'data-export').execute())
    .length
}

/** Opens after `count` calls of `countDown`. */
function latch(count: number) {
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  let remaining = count
  return { opened, countDown: () => void (--remaining <= 0 && resolve()) }
}

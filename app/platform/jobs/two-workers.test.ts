import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { createKeyring } from '#app/platform/crypto/keyring.ts'
import { migrate } from '#app/platform/db/migrate.ts'
import { openConnection, createEmptyDatabase } from '#testing/test-database.ts'

import { enqueue } from './enqueue.ts'

test('two processes run no job twice', async (t) => {
  const { add, work, done, waiting } = await setUpWorkers(t)
  for (let i = 0; i < 40; i++) await add(`job ${i}`)

  const workers = [work({ slowly: 5 }), work({ slowly: 5 })]
  while ((await waiting()) > 0) await wait(50)
  await Promise.all(workers.map(kill))

  assert.equal(new Set(done()).size, 40)
  assert.equal(done().length, 40)
})

test('another process runs the job of a killed one after its lease expires', async (t) => {
  const { add, work, done, waiting, db } = await setUpWorkers(t)
  await add('precious')
  const killedWorker = work({ slowly: 60_000 })
  while (!(await isLeased())) await wait(20)
  await kill(killedWorker)

  const nextWorker = work({ ahead: 0 })
  await wait(500)
  assert.deepEqual(done(), [])
  await kill(nextWorker)
  const workerAfterLease = work({ ahead: 61_000 })
  while ((await waiting()) > 0) await wait(20)
  await kill(workerAfterLease)

  assert.deepEqual(done(), ['precious'])

  async function isLeased(): Promise<boolean> {
    const job = await db.selectFrom('jobs').select('locked_until').executeTakeFirst()
    return job?.locked_until !== null
  }
})

/** Runs jobs until it is killed, and appends each payload to a file, one per line. */
const workerScript = `
  import { appendFileSync } from 'node:fs'
  import { setTimeout as wait } from 'node:timers/promises'
  import { connect } from '#app/platform/db/connect.ts'
  import { jobRunner } from '#app/platform/jobs/job-runner.ts'
  import { createKeyring } from '#app/platform/crypto/keyring.ts'

  const { url, key, file, slowly = 0, ahead = 0 } = JSON.parse(process.env.WORKER)
  const write = (details, message) => console.error(message, details)
  jobRunner({
    database: await connect(url),
    keys: createKeyring({ current: Buffer.from(key, 'hex'), previous: [] }),
    clock: { now: () => Date.now() + ahead },
    log: { info: write, warn: write, error: write },
    handlers: {
      async note(payload) {
        await wait(slowly)
        appendFileSync(file, payload + '\\n')
      },
    },
  }).start()
  setInterval(() => {}, 1000)
`

async function setUpWorkers(t: TestContext) {
  const url = await createEmptyDatabase(t)
  const database = await openConnection(t, url)
  await migrate(database)
  const { db } = database
  const key = randomBytes(32)
  const folder = mkdtempSync(join(tmpdir(), 'foyer-jobs-'))
  const file = join(folder, 'done')
  writeFileSync(file, '')
  t.after(() => rmSync(folder, { recursive: true }))

  const keys = createKeyring({ current: key, previous: [] })
  return {
    db,
    add: (payload: string) => enqueue(db, keys, { kind: 'note', payload, now: Date.now() }),
    waiting: async () => (await db.selectFrom('jobs').select('id').execute()).length,
    done: () => readFileSync(file, 'utf8').split('\n').filter(Boolean),
    work(settings: { slowly?: number; ahead?: number }): ChildProcess {
      const settingsJson = JSON.stringify({ url, key: key.toString('hex'), file, ...settings })
      const child = spawn(process.execPath, ['--input-type=module', '-e', workerScript], {
        cwd: join(import.meta.dirname, '../../..'),
        env: { ...process.env, WORKER: settingsJson },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      t.after(() => kill(child))
      return child
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

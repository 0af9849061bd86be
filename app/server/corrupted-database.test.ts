import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'

import { runCliCommand } from '#testing/cli.ts'
import { type ServerProcess, spawnServer } from '#testing/spawn-server.ts'
import { testDialect } from '#testing/test-database.ts'

const skip = testDialect === 'sqlite' ? false : 'only SQLite is a file'

const stoppedServer: { storage: string; cleanups: (() => void | Promise<void>)[] } = {
  storage: '',
  cleanups: [],
}

before(async () => {
  if (skip) return
  const running = await spawnServer({ after: (cleanup) => stoppedServer.cleanups.push(cleanup) })
  running.child.kill('SIGTERM')
  assert.equal(await running.waitForExit(), 0)
  stoppedServer.storage = running.storageDir
})

after(() => Promise.all(stoppedServer.cleanups.map((cleanup) => cleanup())))

/** A copy of the storage of a server that was shut down cleanly. */
async function copyCleanStorage(t: TestContext): Promise<{ storage: string; file: string }> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-damaged-'))
  await cp(stoppedServer.storage, storage, { recursive: true, preserveTimestamps: true })
  t.after(() => rm(storage, { recursive: true, force: true }))
  return { storage, file: join(storage, 'foyer.sqlite') }
}

const startServerIn = (t: TestContext, storage: string, uid?: number): Promise<ServerProcess> =>
  spawnServer(t, { STORAGE_DIR: storage }, uid === undefined ? {} : { uid })

const runDoctor = (storage: string) =>
  runCliCommand(['doctor', '--json'], {
    variables: { STORAGE_DIR: storage },
    clock: { now: () => Date.now() },
  })

function overwriteBytesAt(file: string, at: number): void {
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(100, 0xa5), 0, 100, at)
  closeSync(opened)
}

const damageCases: Record<string, (file: string) => void> = {
  'its header is overwritten': (file) => overwriteBytesAt(file, 0),
  'its schema is overwritten': (file) => overwriteBytesAt(file, 100),
  'it is truncated': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
}

for (const [what, damage] of Object.entries(damageCases)) {
  test(
    `the server reports a damaged database in one sentence and leaves it untouched when ${what} (F29)`,
    { skip },
    async (t) => {
      const { storage, file } = await copyCleanStorage(t)
      damage(file)
      const before = readFileSync(file)

      const restarted = await startServerIn(t, storage)
      const status = await restarted.waitForExit()
      const diagnosis = await runDoctor(storage)

      assert.equal(status, 1)
      assert.match(restarted.output(), /^DATABASE_URL cannot be used: .+\n$/)
      assert.ok(readFileSync(file).equals(before))
      assert.equal(diagnosis.status, 1)
      assert.match(
        JSON.stringify(diagnosis.json),
        /corrupt|damaged|not a database|truncated|malformed/,
      )
    },
  )
}

test('doctor finds an overwritten page inside the database (F29)', { skip }, async (t) => {
  const { storage, file } = await copyCleanStorage(t)
  overwriteBytesAt(file, 4096 * 4)

  const { status, json } = await runDoctor(storage)

  assert.equal(status, 1)
  assert.match(JSON.stringify(json), /The database is corrupt .+ Restore it from a backup/)
})

test(
  'the server reports read-only or foreign storage in one sentence (F30)',
  { skip },
  async (t) => {
    const { storage, file } = await copyCleanStorage(t)
    const otherUid = process.getuid?.() === 0 ? 65_534 : undefined
    chmodSync(join(storage, 'app.key'), otherUid ? 0o444 : 0o400)
    chmodSync(file, otherUid ? 0o444 : 0o400)
    chmodSync(storage, otherUid ? 0o555 : 0o500)

    const restarted = await startServerIn(t, storage, otherUid)
    const status = await restarted.waitForExit()
    chmodSync(storage, 0o700)

    assert.equal(status, 1)
    assert.match(restarted.output(), /^(?:STORAGE_DIR|DATABASE_URL) cannot be used: .+\n$/)
  },
)

test('with keys in the environment, foreign storage is reported in one sentence too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-foreign-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const storage = join(folder, 'storage')
  mkdirSync(storage)
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, 0o777)
  chmodSync(storage, 0o555)

  const server = await spawnServer(
    t,
    {
      STORAGE_DIR: storage,
      APP_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: `sqlite:${join(folder, 'foyer.sqlite')}`,
    },
    isRoot ? { uid: 65_534 } : {},
  )
  const status = await server.waitForExit()
  chmodSync(storage, 0o700)

  assert.equal(status, 1)
  assert.match(server.output(), /^STORAGE_DIR cannot be used: .+\n$/)
})

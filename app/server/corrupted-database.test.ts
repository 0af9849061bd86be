import assert from 'node:assert/strict'
import {
  chmodSync,
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

const stoppedServer: { storage: string; end: (() => void | Promise<void>)[] } = {
  storage: '',
  end: [],
}

before(async () => {
  if (skip) return
  const running = await spawnServer({ after: (end) => stoppedServer.end.push(end) })
  running.child.kill('SIGTERM')
  assert.equal(await running.waitForExit(), 0)
  stoppedServer.storage = running.storageDir
})

after(() => Promise.all(stoppedServer.end.map((end) => end())))

/** What a server has left in order: a copy for each test. */
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
  'its head is scribbled over': (file) => overwriteBytesAt(file, 0),
  'its list of tables is scribbled over': (file) => overwriteBytesAt(file, 100),
  'it is cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
}

for (const [what, damage] of Object.entries(damageCases)) {
  test(
    `a database is refused in a sentence and left as it is when ${what} (F29)`,
    { skip },
    async (t) => {
      const { storage, file } = await copyCleanStorage(t)
      damage(file)
      const before = readFileSync(file)

      const again = await startServerIn(t, storage)
      const status = await again.waitForExit()
      const examined = await runDoctor(storage)

      assert.equal(status, 1)
      assert.match(again.output(), /^DATABASE_URL cannot be used: .+\n$/)
      assert.ok(readFileSync(file).equals(before))
      assert.equal(examined.status, 1)
      assert.match(JSON.stringify(examined.json), /damaged|not a database|cut off|malformed/)
    },
  )
}

test(
  'a page that is scribbled over somewhere inside is found by the doctor (F29)',
  { skip },
  async (t) => {
    const { storage, file } = await copyCleanStorage(t)
    overwriteBytesAt(file, 4096 * 4)

    const { status, json } = await runDoctor(storage)

    assert.equal(status, 1)
    assert.match(JSON.stringify(json), /It is damaged .+ Restore it from a backup/)
  },
)

test(
  'storage that may only be read, or is somebody else’s, is refused in a sentence (F30)',
  { skip },
  async (t) => {
    const { storage, file } = await copyCleanStorage(t)
    const stranger = process.getuid?.() === 0 ? 65_534 : undefined
    chmodSync(join(storage, 'app.key'), stranger ? 0o444 : 0o400)
    chmodSync(file, stranger ? 0o444 : 0o400)
    chmodSync(storage, stranger ? 0o555 : 0o500)

    const again = await startServerIn(t, storage, stranger)
    const status = await again.waitForExit()
    chmodSync(storage, 0o700)

    assert.equal(status, 1)
    assert.match(again.output(), /^(?:STORAGE_DIR|DATABASE_URL) cannot be used: .+\n$/)
  },
)

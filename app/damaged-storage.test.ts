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

import { testDialect } from '#testing/database.ts'
import { runCommand } from '#testing/operator.ts'
import { type Server, server } from '#testing/server.ts'

const skip = testDialect === 'sqlite' ? false : 'only SQLite is a file'

const left: { storage: string; end: (() => void | Promise<void>)[] } = { storage: '', end: [] }

before(async () => {
  if (skip) return
  const running = await server({ after: (end) => left.end.push(end) })
  running.child.kill('SIGTERM')
  assert.equal(await running.ended(), 0)
  left.storage = running.storage
})

after(() => Promise.all(left.end.map((end) => end())))

/** What a server has left in order: a copy for each test. */
async function leftInOrder(t: TestContext): Promise<{ storage: string; file: string }> {
  const storage = await mkdtemp(join(tmpdir(), 'foyer-damaged-'))
  await cp(left.storage, storage, { recursive: true, preserveTimestamps: true })
  t.after(() => rm(storage, { recursive: true, force: true }))
  return { storage, file: join(storage, 'foyer.sqlite') }
}

const startedIn = (t: TestContext, storage: string, uid?: number): Promise<Server> =>
  server(t, { STORAGE_DIR: storage }, uid === undefined ? {} : { uid })

const doctorOf = (storage: string) =>
  runCommand(['doctor', '--json'], {
    variables: { STORAGE_DIR: storage },
    clock: { now: () => Date.now() },
  })

function scribble(file: string, at: number): void {
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(100, 0xa5), 0, 100, at)
  closeSync(opened)
}

const damages: Record<string, (file: string) => void> = {
  'its head is scribbled over': (file) => scribble(file, 0),
  'its list of tables is scribbled over': (file) => scribble(file, 100),
  'it is cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
}

for (const [what, damage] of Object.entries(damages)) {
  test(
    `a database is refused in a sentence and left as it is when ${what} (F29)`,
    { skip },
    async (t) => {
      const { storage, file } = await leftInOrder(t)
      damage(file)
      const before = readFileSync(file)

      const again = await startedIn(t, storage)
      const status = await again.ended()
      const examined = await doctorOf(storage)

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
    const { storage, file } = await leftInOrder(t)
    scribble(file, 4096 * 4)

    const { status, json } = await doctorOf(storage)

    assert.equal(status, 1)
    assert.match(JSON.stringify(json), /It is damaged .+ Restore it from a backup/)
  },
)

test(
  'storage that may only be read, or is somebody else’s, is refused in a sentence (F30)',
  { skip },
  async (t) => {
    const { storage, file } = await leftInOrder(t)
    const stranger = process.getuid?.() === 0 ? 65_534 : undefined
    chmodSync(join(storage, 'app.key'), stranger ? 0o444 : 0o400)
    chmodSync(file, stranger ? 0o444 : 0o400)
    chmodSync(storage, stranger ? 0o555 : 0o500)

    const again = await startedIn(t, storage, stranger)
    const status = await again.ended()
    chmodSync(storage, 0o700)

    assert.equal(status, 1)
    assert.match(again.output(), /^(?:STORAGE_DIR|DATABASE_URL) cannot be used: .+\n$/)
  },
)

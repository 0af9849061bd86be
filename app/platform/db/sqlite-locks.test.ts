import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'

import { systemClock } from '#app/platform/clock/clock.ts'
import { Unavailable } from '#app/platform/errors.ts'
import { runCliCommand } from '#testing/cli.ts'
import { type ServerProcess, spawnServer } from '#testing/spawn-server.ts'
import { createEmptyDatabase, testDialect } from '#testing/test-database.ts'

import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

const skip = testDialect === 'sqlite' ? false : 'only SQLite is a file'

/** What `sqlite3 foyer.sqlite 'select 1'` does: opens the file in a process of its own, reads, and closes it. */
async function readInAnotherProcess(file: string): Promise<void> {
  const script = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(process.argv[1])
    db.prepare('select count(*) from sqlite_schema').get()
    db.close()`
  await promisify(execFile)(process.execPath, ['-e', script, file])
}

/** Byte ranges of the file that the process holds a lock on. */
function locksOn(file: string, pid: number): string[] {
  const { ino } = statSync(file)
  const rows = readFileSync('/proc/locks', 'utf8').split('\n')
  return rows.filter((row) => row.includes(` ${pid} `) && row.includes(`:${ino} `))
}

function commandOn({ storageDir: storage }: ServerProcess, ...words: string[]) {
  return runCliCommand([...words, '--json'], {
    variables: { STORAGE_DIR: storage },
    clock: systemClock,
  })
}

async function migratedServer(t: TestContext) {
  const running = await spawnServer(t)
  return { running, file: join(running.storageDir, 'foyer.sqlite') }
}

test('a server that has just migrated holds a lock on its database', { skip }, async (t) => {
  const { running, file } = await migratedServer(t)

  assert.notDeepEqual(locksOn(file, running.child.pid ?? 0), [])
})

test(
  'a database that is connected to twice keeps the locks of the first connection',
  { skip },
  async (t) => {
    const url = await createEmptyDatabase(t, 'sqlite')
    const first = await connect(url)
    t.after(() => first.close())
    await migrate(first)
    const file = url.replace('sqlite:', '')

    const second = await connect(url)
    await second.close()

    assert.notDeepEqual(locksOn(file, process.pid), [])
  },
)

test(
  'another program that reads the database takes nothing from the running server',
  { skip },
  async (t) => {
    const { running, file } = await migratedServer(t)

    await readInAnotherProcess(file)
    const created = await commandOn(running, 'user:create', 'ada@example.com', '--name', 'Ada')
    assert.equal(created.status, 0, created.err)
    await readInAnotherProcess(file)
    running.child.kill('SIGKILL')
    await running.waitForExit()

    const { out } = await commandOn(running, 'user:list')
    assert.match(out, /ada@example\.com/)
  },
)

test(
  'a write-ahead log that was deleted is noticed: the server is not ready',
  { skip },
  async (t) => {
    const { running, file } = await migratedServer(t)
    assert.equal((await fetch(`${running.origin}/ready`)).status, 200)

    rmSync(`${file}-wal`)

    const answer = await fetch(`${running.origin}/ready`)
    assert.deepEqual([answer.status, (await answer.json()).database], [503, false])
  },
)

test('a write-ahead log that was deleted is named in the error', async (t) => {
  const url = await createEmptyDatabase(t, 'sqlite')
  const database = await connect(url)
  t.after(() => database.close())
  await database.ping()

  rmSync(`${url.replace('sqlite:', '')}-wal`)

  await assert.rejects(database.ping(), (error) => {
    assert.ok(error instanceof Unavailable && error.cause instanceof Error)
    assert.match(error.cause.message, /deleted the -wal file/)
    return true
  })
})

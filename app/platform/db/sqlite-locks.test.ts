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

const skip = testDialect === 'sqlite' ? false : 'only with TEST_DATABASE=sqlite'

/** Opens the file in another process, reads and closes it, like `sqlite3 foyer.sqlite 'select 1'`. */
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

function commandOn({ storageDir }: ServerProcess, ...args: string[]) {
  return runCliCommand([...args, '--json'], {
    variables: { STORAGE_DIR: storageDir },
    clock: systemClock,
  })
}

async function migratedServer(t: TestContext) {
  const running = await spawnServer(t)
  return { running, file: join(running.storageDir, 'foyer.sqlite') }
}

test('a server holds a lock on its database after migrating', { skip }, async (t) => {
  const { running, file } = await migratedServer(t)

  assert.notDeepEqual(locksOn(file, running.child.pid ?? 0), [])
})

test('closing a second connection keeps the locks of the first', { skip }, async (t) => {
  const url = await createEmptyDatabase(t, 'sqlite')
  const first = await connect(url)
  t.after(() => first.close())
  await migrate(first)
  const file = url.replace('sqlite:', '')

  const second = await connect(url)
  await second.close()

  assert.notDeepEqual(locksOn(file, process.pid), [])
})

test(
  'a running server loses no writes when another program reads the database',
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

test('the server is not ready after its write-ahead log was deleted', { skip }, async (t) => {
  const { running, file } = await migratedServer(t)
  assert.equal((await fetch(`${running.origin}/ready`)).status, 200)

  rmSync(`${file}-wal`)

  const answer = await fetch(`${running.origin}/ready`)
  assert.deepEqual([answer.status, (await answer.json()).database], [503, false])
})

test('the error names a deleted write-ahead log', async (t) => {
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

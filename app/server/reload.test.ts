import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { areLogsIntact, lostWrites, signInAccounts } from '#testing/load-accounts.ts'
import { LoadGenerator } from '#testing/load-generator.ts'
import { type ServerProcess, spawnServer } from '#testing/spawn-server.ts'
import { createEmptyDatabase } from '#testing/test-database.ts'

/** A module that each process loads when it starts, as it would new code. */
async function codeVersion(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-code-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'code.mjs')
  const set = (version: string, start = '') =>
    writeFile(
      file,
      `${start}
      import { Server } from 'node:http'
      const emit = Server.prototype.emit
      Server.prototype.emit = function (name, ...args) {
        if (name === 'request') args[1].setHeader('x-code', '${version}')
        return emit.call(this, name, ...args)
      }`,
    )
  return { set, NODE_OPTIONS: `--import=${pathToFileURL(file).href}`, file }
}

/** Two workers with eight people who change and read without a pause. */
async function underLoad(t: TestContext, variables: Record<string, string> = {}) {
  const DATABASE_URL = await createEmptyDatabase(t)
  const server = await spawnServer(t, {
    DATABASE_URL,
    WORKERS: '2',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...variables,
  })
  const settings = { STORAGE_DIR: server.storageDir, DATABASE_URL }
  const load = new LoadGenerator(await signInAccounts(server.origin, settings, 8))
  return { server, settings, load }
}

function workersOf({ child }: ServerProcess): number[] {
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return children.trim().split(' ').map(Number)
}

async function versionsOf({ origin }: ServerProcess): Promise<Set<string | null>> {
  const answers = Array.from({ length: 6 }, () =>
    fetch(`${origin}/up`, { headers: { connection: 'close' } }),
  )
  return new Set((await Promise.all(answers)).map(({ headers }) => headers.get('x-code')))
}

test('SIGHUP replaces every worker by one with the new code, without a refused request', async (t) => {
  const code = await codeVersion(t)
  await code.set('old')
  const { server, settings, load } = await underLoad(t, { NODE_OPTIONS: code.NODE_OPTIONS })
  const before = workersOf(server)
  assert.deepEqual(await versionsOf(server), new Set(['old']))

  await code.set('new')
  server.child.kill('SIGHUP')
  while (workersOf(server).some((pid) => before.includes(pid))) await sleep(50)
  assert.deepEqual(await versionsOf(server), new Set(['new']))
  assert.ok(await load.healed())
  const report = await load.stop()

  assert.deepEqual(report.errors, {})
  assert.equal(report.hanging, 0)
  assert.ok(report.acknowledged.length > 50)
  assert.deepEqual(await lostWrites(settings, report.acknowledged), [])
  assert.equal(workersOf(server).length, 2)
})

test('a new worker that does not start leaves the old ones running', async (t) => {
  const code = await codeVersion(t)
  await code.set('old')
  const { server, load } = await underLoad(t, { NODE_OPTIONS: code.NODE_OPTIONS })
  const before = workersOf(server)

  await writeFile(code.file, 'throw new Error("broken release")')
  server.child.kill('SIGHUP')
  while (!server.output().includes('did not start')) await sleep(50)
  assert.ok(await load.healed())

  assert.deepEqual((await load.stop()).errors, {})
  assert.deepEqual(workersOf(server), before)
})

/** Two workers, whose successors take a while to start. */
async function withSlowSuccessors(t: TestContext) {
  const code = await codeVersion(t)
  await code.set('old')
  const server = await spawnServer(t, { WORKERS: '2', NODE_OPTIONS: code.NODE_OPTIONS })
  const isReloading = async () => {
    while (!server.output().includes('"reloading"')) await sleep(20)
    while (workersOf(server).length < 3) await sleep(20)
  }
  await code.set('new', 'await new Promise((start) => setTimeout(start, 2000))')
  server.child.kill('SIGHUP')
  await isReloading()
  return { code, server }
}

test('a worker that crashes during a reload is replaced once', async (t) => {
  const { server } = await withSlowSuccessors(t)

  process.kill(workersOf(server)[0] ?? 0, 'SIGKILL')
  while (!server.output().includes('"reloaded"')) await sleep(50)

  while (workersOf(server).length > 2) await sleep(50)
  assert.deepEqual(await versionsOf(server), new Set(['new']))
  assert.equal(workersOf(server).length, 2)
})

test('a shutdown during a reload leaves no process', async (t) => {
  const { server } = await withSlowSuccessors(t)

  server.child.kill('SIGTERM')

  await server.waitForExit()
})

test('a successor that hangs at its start does not block the next reload', async (t) => {
  const { code, server } = await withSlowSuccessors(t)
  await code.set('hanging', 'await new Promise((start) => setTimeout(start, 1e9))')
  server.child.kill('SIGHUP')
  await sleep(1000)

  await code.set('newest')
  server.child.kill('SIGHUP')
  while (!server.output().includes('"reloaded"')) await sleep(50)

  assert.deepEqual(await versionsOf(server), new Set(['newest']))
})

test('a killed worker is replaced, and no acknowledged request is lost', async (t) => {
  const { server, settings, load } = await underLoad(t, { LOG_LEVEL: 'info' })
  const listening = () => server.output().split('"Server listening at').length - 1

  for (let round = 0; round < 3; round++) {
    // The last worker that listens would take the port with it.
    while (listening() < round + 2) await sleep(20)
    assert.ok(await load.healed())
    const [victim = 0] = workersOf(server)
    process.kill(victim, 'SIGKILL')
  }
  assert.ok(await load.healed())
  const report = await load.stop()

  // Rows that a killed worker had locked are free once the database notices.
  assert.deepEqual(
    Object.keys(report.errors).filter((kind) => kind !== 'reset' && kind !== '503'),
    [],
  )
  assert.equal(report.hanging, 0)
  assert.deepEqual(report.leaks, [])
  assert.deepEqual(await lostWrites(settings, report.acknowledged), [])
  assert.equal(await areLogsIntact(settings), true)
})

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { createServer, type AddressInfo, connect as dial } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { spawnServer } from '#testing/spawn-server.ts'

test('the startup banner names the URL and the mailbox', async (t) => {
  const { origin, output } = await spawnServer(t)

  const answer = await fetch(`${origin}/up`)

  assert.equal(answer.status, 200)
  assert.match(output(), /http:\/\/localhost:\d+/)
  assert.match(output(), /\/mailbox/)
})

test('prints one sentence per invalid setting and exits with 1', async (t) => {
  const { output, waitForExit } = await spawnServer(t, { PORT: 'x', WORKERS: '-1' })

  assert.equal(await waitForExit(), 1)
  assert.match(output(), /^PORT must be .+\nWORKERS must be .+\n$/)
})

test('does not start with unsafe production settings (CFG-01)', async (t) => {
  const { output, waitForExit, storageDir } = await spawnServer(t, {
    APP_URL: 'http://id.example.com',
  })

  assert.equal(await waitForExit(), 1)
  assert.match(output(), /APP_URL/)
  assert.match(output(), /MAIL_URL/)
  assert.deepEqual(await readdir(storageDir), [])
})

test('creates the storage folder when key and mail server come from the environment', async (t) => {
  const { origin } = await spawnServer(t, {
    APP_KEY: randomBytes(32).toString('base64'),
    MAIL_URL: 'smtp://127.0.0.1:1',
    STORAGE_DIR: 'not/there/yet',
  })

  assert.equal((await fetch(`${origin}/ready`)).status, 200)
})

test('reports a HOST that is not a local address in one sentence', async (t) => {
  const { output, waitForExit } = await spawnServer(t, { HOST: '10.255.255.1' })

  assert.equal(await waitForExit(), 1)
  assert.match(output(), /^HOST .+\n$/)
})

test('a CSP report leaves no page URL in the log', async (t) => {
  const { origin, output, child, waitForExit } = await spawnServer(t)
  const link = `${origin}/email/verify/x/${'s'.repeat(42)}`
  const report = {
    'document-uri': link,
    'blocked-uri': 'https://evil.example/a?b',
    'effective-directive': 'img-src',
  }

  await fetch(`${origin}/csp-report`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({ 'csp-report': report }),
  })
  child.kill('SIGTERM')
  await waitForExit()

  assert.match(output(), /"rule":"img-src","blocked":"https:\/\/evil.example"/)
  assert.doesNotMatch(output(), /email\/verify/)
})

test('reports a port in use and suggests another', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const port = String((taken.address() as AddressInfo).port)

  const { output, waitForExit } = await spawnServer(t, { PORT: port })

  assert.equal(await waitForExit(), 1)
  assert.match(output(), new RegExp(`Port ${port} .+ PORT=`))
})

test('an unhandled error is logged and ends the process (16.5.4)', async (t) => {
  const crash = 'process.on("SIGUSR2",()=>{Promise.reject(new Error("a crash"))})'
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(crash)}`
  const { child, waitForExit, output } = await spawnServer(t, { NODE_OPTIONS })

  child.kill('SIGUSR2')

  assert.equal(await waitForExit(), 1)
  const logLine = output()
    .split('\n')
    .find((line) => line.startsWith('{') && line.includes('unhandled error'))
  assert.partialDeepStrictEqual(JSON.parse(logLine ?? '{}'), {
    level: 60,
    err: { message: 'a crash' },
  })
})

test('rejects a request with two Host headers', async (t) => {
  const { origin } = await spawnServer(t)
  const { port } = new URL(origin)
  const socket = dial(Number(port), '127.0.0.1')
  socket.write(
    `GET /login HTTP/1.1\r\nHost: localhost:${port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  )

  const answer = (await socket.toArray()).join('')

  assert.match(answer, /^HTTP\/1.1 400 /)
})

test('SIGTERM ends the process despite idle and unfinished connections', async (t) => {
  const { origin, child, waitForExit } = await spawnServer(t)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  await new Promise((resolve) =>
    get(`${origin}/login`, { agent }, (it) => it.resume().on('end', resolve)),
  )
  // An unfinished header would keep server.close() waiting forever.
  const half = dial(Number(new URL(origin).port), '127.0.0.1', () => half.write('GET / HTT'))
  half.on('error', () => {})
  await sleep(50)

  child.kill('SIGTERM')

  assert.equal(await waitForExit(), 0)
})

test('signals from the terminal and npm at the same time count as one graceful shutdown', async (t) => {
  const { child, waitForExit } = await spawnServer(
    t,
    { APP_ENV: 'staging' },
    { isProcessGroup: true },
  )

  signalGroup(child)

  assert.equal(await waitForExit(), 0)
})

test('workers shut down gracefully when the whole process group is signaled', async (t) => {
  const settings = { APP_ENV: 'staging', WORKERS: '2' }
  const { child, waitForExit, output } = await spawnServer(t, settings, { isProcessGroup: true })

  signalGroup(child)

  assert.equal(await waitForExit(), 0)
  assert.match(output(), /"shutting down"/)
})

/** Like Ctrl+C: every process of the group is signaled, and again by its parent. */
function signalGroup({ pid = 0 }: ChildProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(-pid, signal)
}

test('a second signal ends the process without waiting', async (t) => {
  const { origin, child, waitForExit } = await spawnServer(t)
  const endless = dial(Number(new URL(origin).port), '127.0.0.1')
  endless.on('error', () => {})
  const { host } = new URL(origin)
  endless.write(
    `POST /csp-report HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/csp-report\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  )
  await once(endless, 'data')

  const signaling = setInterval(() => child.kill('SIGTERM'), 100)
  t.after(() => clearInterval(signaling))

  assert.equal(await waitForExit(), 1)
})

test('does not start or write anything when the key is missing or of another database', async (t) => {
  const first = await spawnServer(t)
  first.child.kill('SIGTERM')
  await first.waitForExit()
  const { storageDir } = first
  const again = { STORAGE_DIR: storageDir }

  await rename(join(storageDir, 'app.key'), join(storageDir, 'kept.key'))
  const missing = await spawnServer(t, again)
  assert.equal(await missing.waitForExit(), 1)
  const other = await spawnServer(t, { ...again, APP_KEY: randomBytes(32).toString('base64') })
  assert.equal(await other.waitForExit(), 1)

  assert.match(missing.output(), /^APP_KEY is missing: .+app\.key.+backup.+\n$/)
  assert.match(
    other.output(),
    /^APP_KEY in the environment is not the key of this database\. .+\n$/,
  )
  assert.ok(!(await readdir(storageDir)).includes('app.key'))
})

test('does not start with an empty channels key, with which anyone could sign', async (t) => {
  const { storageDir, child, waitForExit } = await spawnServer(t)
  child.kill('SIGTERM')
  await waitForExit()
  await writeFile(join(storageDir, 'channels.key'), '')

  const emptied = await spawnServer(t, { STORAGE_DIR: storageDir })

  assert.equal(await emptied.waitForExit(), 1)
  assert.match(emptied.output(), /^channels\.key .+ holds no key\. .+\n$/)
})

test('reports an unreachable folder or database quickly in one sentence (CFG-01)', async (t) => {
  const folder = await spawnServer(t, { STORAGE_DIR: '/proc/x' })
  assert.equal(await folder.waitForExit(), 1)
  const database = await spawnServer(t, { DATABASE_URL: 'postgres://foyer@127.0.0.1:1/foyer' })
  assert.equal(await database.waitForExit(), 1)

  assert.match(folder.output(), /^STORAGE_DIR cannot be used: .+\n$/)
  assert.match(database.output(), /^DATABASE_URL cannot be used: .+\n$/)
})

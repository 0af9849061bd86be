import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
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

test('workers share one port and exit together', async (t) => {
  const { origin, child, waitForExit } = await spawnServer(t, { WORKERS: '2', PORT: '0' })

  assert.equal((await fetch(`${origin}/ready`)).status, 200)
  child.kill('SIGTERM')
  assert.equal(await waitForExit(), 0)
})

test('whichever worker answers, the metrics are those of all workers', async (t) => {
  const { origin } = await spawnServer(t, { WORKERS: '2', PORT: '0' })
  const open = async (path: string) =>
    // A new connection is handled by another worker.
    (await fetch(origin + path, { headers: { accept: 'text/html', connection: 'close' } })).text()
  const sample = (text: string, name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    )
  while (sample(await open('/metrics'), 'foyer_processes') < 2) await sleep(50)
  const before = sample(await open('/metrics'), 'foyer_answers_total{status="2xx"}')
  for (let visit = 0; visit < 10; visit++) await open('/login')

  const scrapes = await Promise.all(Array.from({ length: 6 }, () => open('/metrics')))

  for (const scrape of scrapes) {
    const answers = sample(scrape, 'foyer_answers_total{status="2xx"}')
    assert.ok(answers >= before + 10, `${answers} answers, before ${before}`)
    assert.equal(sample(scrape, 'foyer_processes'), 2)
  }
})

test('what a worker counted stays counted when it is replaced', async (t) => {
  const { origin, child, output } = await spawnServer(t, { WORKERS: '2', PORT: '0' })
  const open = async (path: string) =>
    (await fetch(origin + path, { headers: { accept: 'text/html', connection: 'close' } })).text()
  const answers = (text: string) =>
    Number(/foyer_answers_total\{status="2xx"\} (\d+)/.exec(text)?.[1] ?? 0)
  const listening = () => output().split('"Server listening at').length - 1
  while (listening() < 2) await sleep(20)
  for (let visit = 0; visit < 20; visit++) await open('/login')
  const before = answers(await open('/metrics'))

  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  for (const [index, pid] of children.trim().split(' ').entries()) {
    process.kill(Number(pid), 'SIGKILL')
    while (listening() < index + 3) await sleep(20)
    const after = answers(await open('/metrics'))
    assert.ok(after >= before, `${after} answers, before ${before}`)
  }
})

test('workers share rate limits', async (t) => {
  const { origin } = await spawnServer(t, { WORKERS: '2', PORT: '0' })
  const page = await fetch(`${origin}/login`)
  const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const token = cookies.find((cookie) => cookie?.startsWith('XSRF-TOKEN='))?.slice(11) ?? ''
  const guess = async () => {
    const answer = await fetch(`${origin}/login`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        cookie: cookies.join('; '),
        'x-xsrf-token': token,
        // A new connection is handled by another worker.
        connection: 'close',
      },
      body: JSON.stringify({ email: 'ada@example.com', password: 'a guess' }),
    })
    return answer.status
  }

  const statuses = await Promise.all(Array.from({ length: 12 }, guess))

  assert.equal(statuses.filter((status) => status === 422).length, 5)
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

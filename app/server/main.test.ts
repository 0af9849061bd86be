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

test('a server says where it listens, where mail goes and what to do next', async (t) => {
  const { origin, output } = await spawnServer(t)

  const answer = await fetch(`${origin}/up`)

  assert.equal(answer.status, 200)
  assert.match(output(), /http:\/\/localhost:\d+/)
  assert.match(output(), /\/mailbox/)
})

test('a wrong environment is one sentence for each problem and exit 1', async (t) => {
  const { output, waitForExit: ended } = await spawnServer(t, { PORT: 'x', WORKERS: '-1' })

  assert.equal(await ended(), 1)
  assert.match(output(), /^PORT must be .+\nWORKERS must be .+\n$/)
})

test('production refuses to start unsafe (CFG-01)', async (t) => {
  const {
    output,
    waitForExit: ended,
    storageDir: storage,
  } = await spawnServer(t, { APP_URL: 'http://id.example.com' })

  assert.equal(await ended(), 1)
  assert.match(output(), /APP_URL/)
  assert.match(output(), /MAIL_URL/)
  assert.deepEqual(await readdir(storage), [])
})

test('a key and a mail server from the environment need no storage folder made beforehand', async (t) => {
  const { origin } = await spawnServer(t, {
    APP_KEY: randomBytes(32).toString('base64'),
    MAIL_URL: 'smtp://127.0.0.1:1',
    STORAGE_DIR: 'not/there/yet',
  })

  assert.equal((await fetch(`${origin}/ready`)).status, 200)
})

test('a host that is not here is said in a sentence', async (t) => {
  const { output, waitForExit: ended } = await spawnServer(t, { HOST: '10.255.255.1' })

  assert.equal(await ended(), 1)
  assert.match(output(), /^HOST .+\n$/)
})

test('a report of the browser leaves no address of a page in the log', async (t) => {
  const { origin, output, child, waitForExit: ended } = await spawnServer(t)
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
  await ended()

  assert.match(output(), /"rule":"img-src","blocked":"https:\/\/evil.example"/)
  assert.doesNotMatch(output(), /email\/verify/)
})

test('a port that is taken is said, with what to do', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const port = String((taken.address() as AddressInfo).port)

  const { output, waitForExit: ended } = await spawnServer(t, { PORT: port })

  assert.equal(await ended(), 1)
  assert.match(output(), new RegExp(`Port ${port} .+ PORT=`))
})

test('what nobody caught ends the process, and its last words are in the log (16.5.4)', async (t) => {
  const mishap = 'process.on("SIGUSR2",()=>{Promise.reject(new Error("a mishap"))})'
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(mishap)}`
  const { child, waitForExit: ended, output } = await spawnServer(t, { NODE_OPTIONS })

  child.kill('SIGUSR2')

  assert.equal(await ended(), 1)
  const last = output()
    .split('\n')
    .find((line) => line.startsWith('{') && line.includes('nobody caught this'))
  assert.partialDeepStrictEqual(JSON.parse(last ?? '{}'), {
    level: 60,
    err: { message: 'a mishap' },
  })
})

test('two hosts in one request are answered by neither', async (t) => {
  const { origin } = await spawnServer(t)
  const { port } = new URL(origin)
  const socket = dial(Number(port), '127.0.0.1')
  socket.write(
    `GET /login HTTP/1.1\r\nHost: localhost:${port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  )

  const answer = (await socket.toArray()).join('')

  assert.match(answer, /^HTTP\/1.1 400 /)
})

test('asked to stop, it finishes what it does and ends, whoever is still there', async (t) => {
  const { origin, child, waitForExit: ended } = await spawnServer(t)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  await new Promise((resolve) =>
    get(`${origin}/login`, { agent }, (it) => it.resume().on('end', resolve)),
  )
  // Half a header would keep a polite server waiting for ever.
  const half = dial(Number(new URL(origin).port), '127.0.0.1', () => half.write('GET / HTT'))
  half.on('error', () => {})
  await sleep(50)

  child.kill('SIGTERM')

  assert.equal(await ended(), 0)
})

test('told by a terminal and by npm at the same moment, it stops in order', async (t) => {
  const { child, waitForExit: ended } = await spawnServer(
    t,
    { APP_ENV: 'staging' },
    { isProcessGroup: true },
  )

  signalGroup(child)

  assert.equal(await ended(), 0)
})

test('workers that hear it with the process that watches over them stop in order', async (t) => {
  const settings = { APP_ENV: 'staging', WORKERS: '2' }
  const {
    child,
    waitForExit: ended,
    output,
  } = await spawnServer(t, settings, { isProcessGroup: true })

  signalGroup(child)

  assert.equal(await ended(), 0)
  assert.match(output(), /"stopping"/)
})

/** As Ctrl+C does: every process of the group hears it, and hears it again from whoever watches over it. */
function signalGroup({ pid = 0 }: ChildProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(-pid, signal)
}

test('asked again and again, it waits for nobody', async (t) => {
  const { origin, child, waitForExit: ended } = await spawnServer(t)
  const endless = dial(Number(new URL(origin).port), '127.0.0.1')
  endless.on('error', () => {})
  const { host } = new URL(origin)
  endless.write(
    `POST /csp-report HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/csp-report\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  )
  await once(endless, 'data')

  const asking = setInterval(() => child.kill('SIGTERM'), 100)
  t.after(() => clearInterval(asking))

  assert.equal(await ended(), 1)
})

test('several workers share one port, and all end when asked', async (t) => {
  const { origin, child, waitForExit: ended } = await spawnServer(t, { WORKERS: '2', PORT: '0' })

  assert.equal((await fetch(`${origin}/ready`)).status, 200)
  child.kill('SIGTERM')
  assert.equal(await ended(), 0)
})

test('several workers count tries together', async (t) => {
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
        // Another connection, and so another worker's turn.
        connection: 'close',
      },
      body: JSON.stringify({ email: 'ada@example.com', password: 'a guess' }),
    })
    return answer.status
  }

  const statuses = await Promise.all(Array.from({ length: 12 }, guess))

  assert.equal(statuses.filter((status) => status === 422).length, 5)
})

test('a database without its key, or with another’s, is refused before anything is made', async (t) => {
  const first = await spawnServer(t)
  first.child.kill('SIGTERM')
  await first.waitForExit()
  const { storageDir: storage } = first
  const again = { STORAGE_DIR: storage }

  await rename(join(storage, 'app.key'), join(storage, 'kept.key'))
  const missing = await spawnServer(t, again)
  assert.equal(await missing.waitForExit(), 1)
  const other = await spawnServer(t, { ...again, APP_KEY: randomBytes(32).toString('base64') })
  assert.equal(await other.waitForExit(), 1)

  assert.match(missing.output(), /^APP_KEY is missing: .+app\.key.+backup.+\n$/)
  assert.match(
    other.output(),
    /^APP_KEY in the environment is not the key of this database\. .+\n$/,
  )
  assert.ok(!(await readdir(storage)).includes('app.key'))
})

test('a key of the channels that was emptied is refused, or anybody could sign', async (t) => {
  const { storageDir: storage, child, waitForExit: ended } = await spawnServer(t)
  child.kill('SIGTERM')
  await ended()
  await writeFile(join(storage, 'channels.key'), '')

  const emptied = await spawnServer(t, { STORAGE_DIR: storage })

  assert.equal(await emptied.waitForExit(), 1)
  assert.match(emptied.output(), /^channels\.key .+ holds no key\. .+\n$/)
})

test('a folder or database out of reach is one sentence, soon (CFG-01)', async (t) => {
  const folder = await spawnServer(t, { STORAGE_DIR: '/proc/x' })
  assert.equal(await folder.waitForExit(), 1)
  const database = await spawnServer(t, { DATABASE_URL: 'postgres://foyer@127.0.0.1:1/foyer' })
  assert.equal(await database.waitForExit(), 1)

  assert.match(folder.output(), /^STORAGE_DIR cannot be used: .+\n$/)
  assert.match(database.output(), /^DATABASE_URL cannot be used: .+\n$/)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { spawnServer } from '#testing/spawn-server.ts'
import { createEmptyDatabase } from '#testing/test-database.ts'

async function startWorkers(t: TestContext, WORKERS = '2') {
  return spawnServer(t, { WORKERS, DATABASE_URL: await createEmptyDatabase(t) })
}

test('WORKERS=auto starts a worker for each core', async (t) => {
  const { output } = await startWorkers(t, 'auto')

  const listening = () => output().split('"Server listening at').length - 1
  while (listening() < availableParallelism()) await sleep(20)
})

test('workers share one port and exit together', async (t) => {
  const { origin, child, waitForExit } = await startWorkers(t)

  assert.equal((await fetch(`${origin}/ready`)).status, 200)
  child.kill('SIGTERM')
  assert.equal(await waitForExit(), 0)
})

test('whichever worker answers, the metrics are those of all workers', async (t) => {
  const { origin } = await startWorkers(t)
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

test('the metrics of a replaced worker are kept', async (t) => {
  const { origin, child, output } = await startWorkers(t)
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
  const { origin } = await startWorkers(t)
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

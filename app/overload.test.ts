import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect as dial } from 'node:net'
import { test } from 'node:test'

import { Client } from '#testing/client.ts'
import { testDialect } from '#testing/database.ts'
import { ada } from '#testing/people.ts'
import { server } from '#testing/server.ts'

// The servers are processes of their own, which use SQLite.
const skip = testDialect === 'sqlite' ? false : 'the same on every database'

async function statusOf(url: string, agent: Agent, cookie = ''): Promise<number | undefined> {
  const asking = get(url, { agent, headers: { cookie } })
  const [answer] = await once(asking, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

test(
  'more connections than the system allows are turned away, and when they are gone all is well (PAR-13)',
  { skip },
  async (t) => {
    const { origin, child } = await server(t, {}, { mostFiles: 200 })
    const port = Number(new URL(origin).port)
    const { promise: mostAreTurnedAway, resolve } = Promise.withResolvers<void>()
    let turnedAway = 0

    const idle = Array.from({ length: 600 }, () =>
      dial(port, '127.0.0.1')
        .on('error', () => {})
        .on('close', () => ++turnedAway === 400 && resolve())
        .resume(),
    )
    t.after(() => idle.forEach((socket) => socket.destroy()))
    await mostAreTurnedAway
    assert.equal(child.exitCode, null)
    idle.forEach((socket) => socket.destroy())

    const alone = new Agent()
    while ((await statusOf(`${origin}/ready`, alone).catch(() => 0)) !== 200);
    assert.equal(await statusOf(`${origin}/login`, alone), 200)
    assert.equal(child.exitCode, null)
  },
)

test(
  'while two hundred large pages are asked for at once, the event loop lives on between them (PAR-20)',
  { skip },
  async (t) => {
    const { origin } = await server(t)
    const browser = new Client(origin)
    await browser.send('/login')
    await browser.send('/register', { method: 'POST', body: { ...ada, terms: true } })
    await browser.send(await browser.linkInMail(), { method: 'POST', body: {} })
    for (let count = 0; count < 20; count++) {
      const other = new Client(origin)
      await other.send('/login')
      await other.send('/login', { method: 'POST', body: ada })
    }
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const crowd = new Agent({ maxSockets: 200 })
    const done: (number | undefined)[] = []
    const betweenPings: number[] = []

    const pages = Array.from({ length: 200 }, async () => {
      done.push(await statusOf(`${origin}/user/profile`, crowd, cookie))
    })
    const alone = new Agent({ keepAlive: true })
    while (done.length < 200) {
      const before = done.length
      await statusOf(`${origin}/up`, alone)
      betweenPings.push(done.length - before)
    }

    // Drawn in one go, all would be done before the first is answered.
    assert.ok(betweenPings.length >= 10, `pages between answers: ${betweenPings}`)
    await Promise.all(pages)
    assert.deepEqual(new Set(done), new Set([200]))
  },
)

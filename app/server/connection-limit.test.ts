import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect as dial } from 'node:net'
import { test } from 'node:test'

import { spawnServer } from '#testing/spawn-server.ts'
import { testDialect } from '#testing/test-database.ts'

// The servers are processes of their own, which use SQLite.
const skip = testDialect === 'sqlite' ? false : 'the same on every database'

async function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  const asking = get(url, { agent })
  const [answer] = await once(asking, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

test(
  'more connections than the system allows are turned away, and when they are gone all is well (PAR-13)',
  { skip },
  async (t) => {
    const { origin, child } = await spawnServer(t, {}, { maxOpenFiles: 200 })
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

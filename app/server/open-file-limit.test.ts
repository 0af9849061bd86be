import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect as dial } from 'node:net'
import { test } from 'node:test'

import { spawnServer } from '#testing/spawn-server.ts'
import { testDialect } from '#testing/test-database.ts'

// Spawned servers use SQLite.
const skip = testDialect === 'sqlite' ? false : 'the same on every database'

async function statusOf(url: string, agent: Agent): Promise<number | undefined> {
  const request = get(url, { agent })
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

test(
  'connections beyond the open-file limit are rejected, and the server recovers (PAR-13)',
  { skip },
  async (t) => {
    const { origin, child } = await spawnServer(t, {}, { maxOpenFiles: 200 })
    const port = Number(new URL(origin).port)
    const { promise: mostAreRejected, resolve } = Promise.withResolvers<void>()
    let rejected = 0

    const idle = Array.from({ length: 600 }, () =>
      dial(port, '127.0.0.1')
        .on('error', () => {})
        .on('close', () => ++rejected === 400 && resolve())
        .resume(),
    )
    t.after(() => idle.forEach((socket) => socket.destroy()))
    await mostAreRejected
    assert.equal(child.exitCode, null)
    idle.forEach((socket) => socket.destroy())

    const agent = new Agent()
    while ((await statusOf(`${origin}/ready`, agent).catch(() => 0)) !== 200);
    assert.equal(await statusOf(`${origin}/login`, agent), 200)
    assert.equal(child.exitCode, null)
  },
)

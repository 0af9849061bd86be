import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { postgresBus } from '@foyer/channels/postgres'

import { startTcpProxy } from './testing/tcp-proxy.ts'
import { postgresUrl, useOwnSchema } from './testing/test-buses.ts'
import { startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

useOwnSchema()

const skip = postgresUrl ? false : 'needs PostgreSQL'

test('a LISTEN that gets no answer is tried again', { skip }, async (t) => {
  const prefix = 'unanswered'
  const bus = () => postgresBus({ url: postgresUrl ?? '', prefix })
  const proxy = await startTcpProxy(postgresUrl ?? '', 5432)
  const one = await startTestServer(t, { bus: bus() })
  const two = await startTestServer(t, { bus: postgresBus({ url: proxy.url, prefix }) })

  proxy.ignoreListen(true)
  proxy.cut()
  proxy.restore()
  await sleep(1000)
  proxy.ignoreListen(false)

  const receivesEvents = async () => {
    const ben = await connectClient(t, two)
    await ben.subscribe('news')
    await one.channels.trigger({ channels: ['news'], name: 'a', data: {} })
    await sleep(500)
    return ben.unread().some(({ event }) => event === 'a')
  }
  const deadline = performance.now() + 10_000
  let isListening = false
  while (!isListening && performance.now() < deadline)
    isListening = await receivesEvents().catch(() => false)
  assert.ok(isListening)
})

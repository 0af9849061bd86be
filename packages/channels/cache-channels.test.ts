import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

test('an empty cache channel sends a miss after the acknowledgement', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  await client.subscribe('cache-a')
  assert.deepEqual(await client.next('pusher:cache_miss'), {
    event: 'pusher:cache_miss',
    channel: 'cache-a',
  })
})

test('a late subscriber gets the last event after the acknowledgement, even when the channel was empty', async (t) => {
  const server = await startTestServer(t)
  const first = await connectClient(t, server)
  await first.subscribe('cache-a')
  await server.channels.trigger({ channels: ['cache-a'], name: 'one', data: { n: 1 } })
  await server.channels.trigger({ channels: ['cache-a'], name: 'two', data: { n: 2 } })
  first.ws.close()
  await server.waitForSocketCount(0)

  const second = await connectClient(t, server)
  second.sendSubscribe('cache-a')
  await second.next('two')
  assert.deepEqual(second.unread()[0], {
    event: 'pusher_internal:subscription_succeeded',
    channel: 'cache-a',
    data: '{}',
  })
})

test('client events and members are never cached', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben, cleo] = [
    await connectClient(t, server),
    await connectClient(t, server),
    await connectClient(t, server),
  ]
  await ada.join('presence-cache-a', '1')
  await ben.join('presence-cache-a', '2')
  await server.channels.trigger({ channels: ['presence-cache-a'], name: 'kept', data: 1 })
  ada.send('client-x', {}, 'presence-cache-a')
  await ben.next('client-x')
  ben.ws.close()
  await ada.next('pusher_internal:member_removed')

  await cleo.join('presence-cache-a', '3')
  assert.equal((await cleo.next('kept')).data, 1)
  await cleo.waitForPublished(server)
  assert.deepEqual(cleo.unread(), [])
})

test('an expired event is a miss', async (t) => {
  const server = await startTestServer(t, { limits: { cacheMs: 0 } })
  const client = await connectClient(t, server)
  await server.channels.trigger({ channels: ['cache-a'], name: 'kept', data: 1 })
  await client.subscribe('cache-a')
  await client.next('pusher:cache_miss')
})

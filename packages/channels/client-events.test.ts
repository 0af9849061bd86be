import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startTestServer, type TestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

async function twoMembers(
  t: Parameters<typeof connectClient>[0],
  server: TestServer,
  channel: string,
) {
  const [ada, ben] = [await connectClient(t, server), await connectClient(t, server)]
  await Promise.all([ada.subscribe(channel), ben.subscribe(channel)])
  return { ada, ben }
}

test('a client event reaches the other members unchanged, not its sender', async (t) => {
  const server = await startTestServer(t)
  const { ada, ben } = await twoMembers(t, server, 'private-a')

  ada.send('client-typing', { at: [1, null] }, 'private-a')
  ada.send('client-text', 'plain', 'private-a')
  ada.send('client-empty', {}, 'private-a')
  ada.send('client-none', undefined, 'private-a')
  await ada.waitForPublished(server)
  await ben.waitForPublished(server)

  assert.deepEqual(ada.unread(), [])
  assert.deepEqual(ben.unread(), [
    { event: 'client-typing', channel: 'private-a', data: { at: [1, null] } },
    { event: 'client-text', channel: 'private-a', data: 'plain' },
    { event: 'client-empty', channel: 'private-a', data: {} },
    { event: 'client-none', channel: 'private-a' },
  ])
})

test('client events on public channels or from non-members are not relayed (WS-06)', async (t) => {
  const server = await startTestServer(t)
  const { ada, ben } = await twoMembers(t, server, 'public')
  await ben.subscribe('private-a')

  ada.send('client-x', {}, 'public')
  assert.equal(Object(await ada.next('pusher:error')).data.code, 4301)
  ada.send('client-x', {}, 'private-a')
  assert.match(Object(await ada.next('pusher:error')).data.message, /not subscribed/)
  ada.send('client-x', {}, '#server-to-user-1')
  await ada.next('pusher:error')
  await ben.waitForPublished(server)
  assert.deepEqual(ben.unread(), [])
})

test('client events are rejected with 4301 unless enabled', async (t) => {
  const server = await startTestServer(t, { clientEvents: false })
  const { ada, ben } = await twoMembers(t, server, 'private-a')
  ada.send('client-x', {}, 'private-a')
  assert.equal(Object(await ada.next('pusher:error')).data.code, 4301)
  await ben.waitForPublished(server)
  assert.deepEqual(ben.unread(), [])
})

test('only events whose names begin with client- are relayed (WS-06)', async (t) => {
  const server = await startTestServer(t)
  const { ada, ben } = await twoMembers(t, server, 'private-a')
  for (const name of [
    'pusher_internal:evilclient-x',
    'xclient-',
    'CLIENT-x',
    'pusher:client-x',
    'client',
  ])
    ada.send(name, {}, 'private-a')
  await ada.waitForReplies()
  await ben.waitForPublished(server)
  assert.deepEqual(ben.unread(), [])
})

test('a name of 200 letters and 10 KB of data are relayed; more is rejected with 4301', async (t) => {
  const server = await startTestServer(t)
  const { ada, ben } = await twoMembers(t, server, 'private-a')
  const name = 'client-'.padEnd(200, 'x')

  ada.send(name, 'x'.repeat(10_240), 'private-a')
  assert.equal(String((await ben.next(name)).data).length, 10_240)
  ada.send(`${name}x`, '', 'private-a')
  assert.equal(Object(await ada.next('pusher:error')).data.code, 4301)
  ada.send('client-x', 'x'.repeat(10_241), 'private-a')
  assert.equal(Object(await ada.next('pusher:error')).data.code, 4301)
  await ben.waitForPublished(server)
  assert.deepEqual(ben.unread(), [])
})

test('the eleventh client event in a second is rejected with 4301, and the socket stays open', async (t) => {
  const server = await startTestServer(t)
  const { ada, ben } = await twoMembers(t, server, 'private-a')
  for (let sent = 1; sent <= 11; sent++) ada.send(`client-${sent}`, {}, 'private-a')
  assert.equal(Object(await ada.next('pusher:error')).data.code, 4301)
  await ada.waitForReplies()
  await ben.next('client-10')
  await ben.waitForPublished(server)
  assert.equal(ben.unread().length, 9)
})

test('on presence channels the server adds the user id and drops other fields', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben] = [await connectClient(t, server), await connectClient(t, server)]
  await Promise.all([ada.join('presence-a', '1'), ben.join('presence-a', '2')])
  const forged = { event: 'client-x', channel: 'presence-a', data: {}, user_id: '9', admin: true }
  ada.ws.send(JSON.stringify(forged))

  assert.deepEqual(await ben.next('client-x'), {
    event: 'client-x',
    channel: 'presence-a',
    data: {},
    user_id: '1',
  })
})

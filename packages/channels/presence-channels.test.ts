import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

const room = 'presence-room'

test('a new member gets the roster, itself included; ids, hash and count agree', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben, tab] = [
    await connectClient(t, server),
    await connectClient(t, server),
    await connectClient(t, server),
  ]
  await ada.join(room, '1', { name: 'Ada' })
  await tab.join(room, '1', { name: 'Ada' })

  assert.deepEqual((await ben.join(room, '2', { name: 'Ben' })).data, {
    presence: { ids: ['1', '2'], hash: { 1: { name: 'Ada' }, 2: { name: 'Ben' } }, count: 2 },
  })
})

test('the other members are notified once, the new member is not', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben] = [await connectClient(t, server), await connectClient(t, server)]
  await ada.join(room, '1')
  await ben.join(room, '2', { name: 'Ben' })
  await Promise.all([ada.waitForPublished(server), ben.waitForPublished(server)])

  assert.deepEqual((await ada.next('pusher_internal:member_added')).data, {
    user_id: '2',
    user_info: { name: 'Ben' },
  })
  assert.deepEqual([ada.unread(), ben.unread()], [[], []])
})

test('a second tab adds no member, and closing one of two removes none', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben, tab] = [
    await connectClient(t, server),
    await connectClient(t, server),
    await connectClient(t, server),
  ]
  await ada.join(room, '1')
  await ben.join(room, '2')
  await ada.next('pusher_internal:member_added')
  await tab.join(room, '2')
  ben.ws.terminate()
  await server.waitForSocketCount(2)
  await ada.waitForPublished(server)
  assert.deepEqual(ada.unread(), [])

  tab.ws.close()
  assert.deepEqual((await ada.next('pusher_internal:member_removed')).data, { user_id: '2' })
  await ada.waitForPublished(server)
  assert.deepEqual(ada.unread(), [])
})

test('a numeric user id becomes a string, and missing info becomes null', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  assert.deepEqual((await client.join(room, 7)).data, {
    presence: { ids: ['7'], hash: { 7: null }, count: 1 },
  })
})

test('ids with a meaning in JavaScript are rejected or harmless', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  const succeeded = await client.join(room, 'constructor', { name: 'C' })
  assert.deepEqual(succeeded.data, {
    presence: { ids: ['constructor'], hash: { constructor: { name: 'C' } }, count: 1 },
  })
  client.sendSubscribe('presence-b', '{"user_id":"__proto__","user_info":{"admin":true}}')
  assert.equal(Object(await client.next('pusher:subscription_error')).data.status, 400)
  assert.deepEqual(server.channels.users(room), ['constructor'])
})

test('without channel_data the member is the signed-in user, else the join is rejected', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  client.sendSubscribe(room)
  assert.deepEqual(Object(await client.next('pusher:subscription_error')).data.type, 'AuthError')

  await client.signIn({ id: '7', user_info: { name: 'Ada' } })
  assert.deepEqual((await client.subscribe(room)).data, {
    presence: { ids: ['7'], hash: { 7: { name: 'Ada' } }, count: 1 },
  })
})

test('members are limited, but present members may add sockets', async (t) => {
  const server = await startTestServer(t, { limits: { membersPerChannel: 2 } })
  const clients = await Promise.all(Array.from({ length: 4 }, () => connectClient(t, server)))
  const [ada, ben, cleo, tab] = clients
  await ada?.join(room, '1')
  await ben?.join(room, '2')
  cleo?.sendSubscribe(room, '{"user_id":"3"}')
  assert.equal(Object(await cleo?.next('pusher:subscription_error')).data.type, 'LimitReached')
  assert.equal(Object(await tab?.join(room, '2')).data.presence.count, 2)
  await ada?.next('pusher_internal:member_added')

  ben?.ws.close()
  tab?.ws.close()
  await ada?.next('pusher_internal:member_removed')
  assert.equal(Object(await cleo?.join(room, '3')).data.presence.count, 2)
})

test('ids of 129 letters and more than 1 KB of user info are rejected; the limit itself is accepted', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  const refused = [
    { user_id: 'x'.repeat(129) },
    { user_id: '1', user_info: 'x'.repeat(1023) },
    { user_id: '' },
    { user_id: 'a b' },
    { user_id: null },
    [],
  ]
  for (const member of refused) {
    client.sendSubscribe(room, JSON.stringify(member))
    assert.equal(Object(await client.next('pusher:subscription_error')).data.type, 'InvalidMember')
  }
  await client.join(room, 'x'.repeat(128), 'x'.repeat(1022))
})

test('subscribing again returns the current roster and counts once', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben] = [await connectClient(t, server), await connectClient(t, server)]
  await ada.join(room, '1')
  await ben.join(room, '2')
  assert.equal(Object(await ada.join(room, '1')).data.presence.count, 2)
  assert.equal(Object(server.channels.channel(room, 'user_count')).user_count, 2)
})

test('joining and leaving immediately is announced in this order', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben] = [await connectClient(t, server), await connectClient(t, server)]
  await ada.join(room, '1')
  for (let times = 0; times < 3; times++) {
    ben.sendSubscribe(room, '{"user_id":"2"}')
    ben.send('pusher:unsubscribe', { channel: room })
  }
  await ben.waitForReplies()
  await ada.waitForPublished(server)
  assert.deepEqual(
    ada.unread().map(({ event }) => event.slice('pusher_internal:'.length)),
    [
      'member_added',
      'member_removed',
      'member_added',
      'member_removed',
      'member_added',
      'member_removed',
    ],
  )
  assert.deepEqual(server.channels.users(room), ['1'])
})

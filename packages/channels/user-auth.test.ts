import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

test('a sign-in is acknowledged with the exact signed text', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  const userData = '{ "id":"7",  "user_info":{"name":"Ada"} }'
  client.sendSignIn(userData)
  assert.deepEqual((await client.next('pusher:signin_success')).data, { user_data: userData })
})

test('a sign-in without a valid signature is an error and 4009', async (t) => {
  const client = await connectClient(t, await startTestServer(t))
  client.send('pusher:signin', { auth: `app-key:${'0'.repeat(64)}`, user_data: '{"id":"7"}' })
  assert.equal(Object(await client.next('pusher:error')).data.code, 4009)
  assert.equal(await client.closed, 4009)
})

test('a numeric user id is accepted as text, as on presence channels', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  const { data } = await client.signIn({ id: 7, watchlist: [8], user_info: { name: 'Ada' } })
  assert.deepEqual(JSON.parse(Object(data).user_data), {
    id: '7',
    watchlist: [8],
    user_info: { name: 'Ada' },
  })
  await client.subscribe('#server-to-user-7')
  await (await connectClient(t, server)).signIn({ id: '8' })
  assert.deepEqual(Object((await client.next('pusher_internal:watchlist_events')).data).events, [
    { name: 'online', user_ids: ['8'] },
  ])
  assert.equal(server.channels.authenticate('1.2', { id: 7 }).user_data, '{"id":"7"}')
  assert.equal(
    server.channels.authorize('1.2', 'presence-a', { member: { user_id: 7 } }).channel_data,
    '{"user_id":"7"}',
  )
})

test('a user id must be text or a number', async (t) => {
  const server = await startTestServer(t)
  for (const user of [
    '{}',
    '{"id":""}',
    '{"id":true}',
    '{"id":null}',
    '{"id":"a b"}',
    'null',
    '[]',
    'x',
  ]) {
    const client = await connectClient(t, server)
    client.sendSignIn(user)
    assert.equal(await client.closed, 4009, user)
  }
})

test('the same user may sign in again, another may not', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  await client.signIn({ id: '7' })
  await client.signIn({ id: '7' })
  assert.equal(server.channels.metrics.users, 1)
  client.sendSignIn('{"id":"8"}')
  assert.equal(await client.closed, 4009)
})

test("a user's channel is for that user only, and no other channel begins with #", async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  const asks = async (channel: string) => {
    client.send('pusher:subscribe', { channel, auth: '' })
    return Object(await client.next('pusher:subscription_error')).data.status
  }
  assert.equal(await asks('#server-to-user-7'), 401)
  await client.signIn({ id: '7' })
  assert.equal(await asks('#server-to-user-8'), 401)
  assert.equal(await asks('#server-to-user-'), 400)
  assert.equal(await asks('#users'), 400)
  await client.subscribe('#server-to-user-7')
})

test("an event to a user reaches all of the user's sockets", async (t) => {
  const server = await startTestServer(t)
  const [laptop, phone, other] = [
    await connectClient(t, server),
    await connectClient(t, server),
    await connectClient(t, server),
  ]
  for (const device of [laptop, phone]) {
    await device.signIn({ id: '7' })
    await device.subscribe('#server-to-user-7')
  }
  await other.signIn({ id: '8' })
  await other.subscribe('#server-to-user-8')

  await server.sdk.sendToUser('7', 'hello', { n: 1 })
  for (const device of [laptop, phone])
    assert.deepEqual(await device.next('hello'), {
      event: 'hello',
      channel: '#server-to-user-7',
      data: { n: 1 },
    })
  await other.waitForPublished(server)
  assert.deepEqual(other.unread(), [])
})

test("terminating a user closes that user's sockets with 4009 and no others", async (t) => {
  const server = await startTestServer(t)
  const [ada, ben, guest] = [
    await connectClient(t, server),
    await connectClient(t, server),
    await connectClient(t, server),
  ]
  await Promise.all([
    ada.signIn({ id: '1' }),
    ben.signIn({ id: '2' }),
    guest.join('presence-a', '1'),
  ])

  await server.sdk.terminateUserConnections('1')
  const { data } = await ada.next('pusher:error')
  assert.deepEqual([Object(data).code, await ada.closed], [4009, 4009])
  await Promise.all([ben.waitForReplies(), guest.waitForReplies()])
})

test('a watchlist reports online users and each change once', async (t) => {
  const server = await startTestServer(t)
  const [ada, ben, tab] = [
    await connectClient(t, server),
    await connectClient(t, server),
    await connectClient(t, server),
  ]
  const changes = async () =>
    Object((await ada.next('pusher_internal:watchlist_events')).data).events
  await ben.signIn({ id: '2' })
  await ada.signIn({ id: '1', watchlist: ['2', '3'] })
  assert.deepEqual(await changes(), [{ name: 'online', user_ids: ['2'] }])

  await tab.signIn({ id: '2' })
  ben.ws.close()
  await server.waitForSocketCount(2)
  await ada.waitForPublished(server)
  assert.deepEqual(ada.unread(), [])
  tab.ws.terminate()
  assert.deepEqual(await changes(), [{ name: 'offline', user_ids: ['2'] }])
  await (await connectClient(t, server)).signIn({ id: '3' })
  assert.deepEqual(await changes(), [{ name: 'online', user_ids: ['3'] }])
})

test('only the first hundred users of a long watchlist are watched, and 4302 reports it', async (t) => {
  const server = await startTestServer(t)
  const client = await connectClient(t, server)
  const watchlist = Array.from({ length: 101 }, (_, index) => `u${index}`)
  await client.signIn({ id: '1', watchlist })
  assert.equal(Object(await client.next('pusher:error')).data.code, 4302)

  await (await connectClient(t, server)).signIn({ id: 'u100' })
  await (await connectClient(t, server)).signIn({ id: 'u99' })
  assert.deepEqual(Object((await client.next('pusher_internal:watchlist_events')).data).events, [
    { name: 'online', user_ids: ['u99'] },
  ])
})

test('sockets are closed by label, including those bound later', async (t) => {
  const server = await startTestServer(t)
  const [laptop, tab, phone, late] = await Promise.all([
    connectClient(t, server),
    connectClient(t, server),
    connectClient(t, server),
    connectClient(t, server),
  ])
  await Promise.all([
    server.channels.bind(laptop.id, 'session 1'),
    server.channels.bind(tab.id, 'session 1'),
    server.channels.bind(phone.id, 'session 2'),
  ])

  await server.channels.close('label', 'session 1')
  assert.deepEqual(await Promise.all([laptop.closed, tab.closed]), [4009, 4009])
  await phone.waitForReplies()
  await server.channels.bind(late.id, 'session 1')
  assert.equal(await late.closed, 4009)
  await server.channels.close('label', 'session 2', 4200, 'Ask again')
  assert.equal(await phone.closed, 4200)
  assert.deepEqual(phone.unread(), [])
  await assert.rejects(server.channels.close('label', 'x', 1000), { statusCode: 400 })
  await assert.rejects(server.channels.close('label', 'x', 4009, 'x'.repeat(121)), {
    statusCode: 400,
  })
})

test('sockets are closed by a list of labels, which is one entry of the bus', async (t) => {
  const server = await startTestServer(t)
  const [laptop, phone, other] = await Promise.all([
    connectClient(t, server),
    connectClient(t, server),
    connectClient(t, server),
  ])
  await server.channels.bind(laptop.id, 'session 1')
  await server.channels.bind(phone.id, 'session 2')
  await server.channels.bind(other.id, 'session 3')

  await server.channels.close('label', ['session 1', 'session 2', 'unknown'], 4200)

  assert.deepEqual(await Promise.all([laptop.closed, phone.closed]), [4200, 4200])
  await other.waitForReplies()
  await assert.rejects(Reflect.apply(server.channels.close, server.channels, ['label', ['x', 1]]), {
    statusCode: 400,
  })
})

test('a socket with more labels than the limit is sent away, to authorize again', async (t) => {
  const server = await startTestServer(t, { limits: { labelsPerSocket: 2 } })
  const client = await connectClient(t, server)
  for (const label of ['one', 'two', 'two']) await server.channels.bind(client.id, label)
  await client.waitForReplies()

  await server.channels.bind(client.id, 'three')
  assert.equal(await client.closed, 4200)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import Echo from 'laravel-echo'
import PusherClient, { type Options } from 'pusher-js'
import nacl from 'tweetnacl'

import { app, encryptionKey, type TestServer, startTestServer } from './testing/test-server.ts'

function pusherOptions(server: TestServer, member = '1'): Options {
  return {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws', 'wss'],
    nacl,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler({ socketId, channelName }, done) {
        const granted = { member: { user_id: member, user_info: { name: `No. ${member}` } } }
        done(null, server.channels.authorize(socketId, channelName, granted))
      },
    },
    userAuthentication: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId }, done) =>
        done(null, server.channels.authenticate(socketId, { id: member, watchlist: ['2'] })),
    },
  }
}

function pusherClient(server: TestServer, member?: string): PusherClient {
  const client = new PusherClient(app.key, pusherOptions(server, member))
  server.cleanups.push(() => client.disconnect())
  return client
}

interface Bindable<Data> {
  bind(name: string, call: (data: Data) => void): unknown
}

/** The next event of that name on a channel, a user or the connection. */
function nextEvent<Data = unknown>(on: Bindable<Data>, name: string): Promise<Data> {
  return new Promise((resolve) => on.bind(name, resolve))
}

async function subscribe(client: PusherClient, name: string) {
  const channel = client.subscribe(name)
  await nextEvent(channel, 'pusher:subscription_succeeded')
  return channel
}

test('an event of the unmodified SDK reaches the unmodified browser client', async (t) => {
  const here = await startTestServer(t)
  const channel = await subscribe(pusherClient(here), 'news')

  const event = nextEvent(channel, 'headline')
  const response = await here.sdk.trigger('news', 'headline', { title: 'It works' })

  assert.equal(response.status, 200)
  assert.deepEqual(await event, { title: 'It works' })
})

test('the browser client decrypts events encrypted by the SDK and by the server', async (t) => {
  const here = await startTestServer(t, { encryptionKey })
  const channel = await subscribe(pusherClient(here), 'private-encrypted-a')

  const first = nextEvent(channel, 'a')
  await here.sdk.trigger('private-encrypted-a', 'a', { secret: 1 })
  assert.deepEqual(await first, { secret: 1 })
  const second = nextEvent(channel, 'b')
  await here.channels.trigger({ channels: ['private-encrypted-a'], name: 'b', data: { secret: 2 } })
  assert.deepEqual(await second, { secret: 2 })
})

test('presence and client events work with the browser client', async (t) => {
  const here = await startTestServer(t)
  const ada = pusherClient(here, '1')
  const mine = ada.subscribe('presence-a')
  const members = await nextEvent<{ count: number; me: object }>(
    mine,
    'pusher:subscription_succeeded',
  )
  assert.equal(members.count, 1)
  assert.deepEqual(members.me, { id: '1', info: { name: 'No. 1' } })

  const added = nextEvent(mine, 'pusher:member_added')
  const theirs = await subscribe(pusherClient(here, '2'), 'presence-a')
  assert.deepEqual(await added, { id: '2', info: { name: 'No. 2' } })
  const typing = nextEvent(mine, 'client-typing')
  theirs.trigger('client-typing', { at: 1 })
  assert.deepEqual(await typing, { at: 1 })
})

test("sign-in, the user's own channel and the watchlist work with the browser client", async (t) => {
  const here = await startTestServer(t)
  const ada = pusherClient(here, '1')
  ada.signin()
  await nextEvent(ada, 'pusher:signin_success')
  const online = nextEvent(ada.user.watchlist, 'online')
  const ben = pusherClient(here, '2')
  ben.signin()
  assert.deepEqual(await online, { name: 'online', user_ids: ['2'] })

  const event = nextEvent(ben.user, 'hello')
  await waitUntil(() => here.channels.metrics.channels === 2)
  await here.channels.sendToUser('2', 'hello', { n: 1 })
  assert.deepEqual(await event, { n: 1 })
})

test('the client reconnects immediately after 4200, after a second after 4100, and never after 4009', async (t) => {
  // The Node client leaves a timer behind a socket that the server closed, which would keep this process alive for 30 s.
  const start = globalThis.setTimeout
  t.mock.method(globalThis, 'setTimeout', (call: () => void, ms: number) =>
    ms < 30_000 ? start(call, ms) : start(call, ms).unref(),
  )
  const here = await startTestServer(t)
  const clients = [pusherClient(here), pusherClient(here), pusherClient(here)]
  await Promise.all(clients.map((client) => nextEvent(client.connection, 'connected')))
  const [soon, later, never] = clients.map((client) => client.connection.socket_id)
  const startedAt = performance.now()
  const [back, backLater] = clients.map(async (client) => {
    await nextEvent(client.connection, 'connected')
    return performance.now() - startedAt
  })
  const ended = nextEvent(clients[2]?.connection ?? assert.fail(), 'disconnected')
  await here.channels.close('socket', soon ?? '', 4200)
  await here.channels.close('socket', later ?? '', 4100)
  await here.channels.close('socket', never ?? '', 4009)

  await ended
  const first = await back
  const second = await backLater
  assert.ok(first !== undefined && second !== undefined && first < second && second > 990)
  assert.equal(clients[2]?.connection.state, 'disconnected')
})

test("Echo's listen, whisper, join, notification and leave work unmodified", async (t) => {
  const here = await startTestServer(t)
  const echo = (member: string) => {
    const client = pusherClient(here, member)
    return new Echo({ broadcaster: 'pusher', key: app.key, client })
  }
  const [ada, ben] = [echo('1'), echo('2')]
  const heard = new Map<string, unknown>()
  const note = (what: string) => (data: unknown) => void heard.set(what, data)
  const [room, theirs] = [ada.join('room'), ben.join('room')]
  room.here(note('here')).joining(note('joining')).leaving(note('leaving'))
  room.listenForWhisper('typing', note('whisper'))
  ada.private('account.1').listen('.Changed', note('listen')).notification(note('notification'))
  await waitUntil(() => heard.has('joining') && here.channels.metrics.channels === 2)

  theirs.whisper('typing', { at: 1 })
  await here.channels.trigger(
    { channels: ['private-account.1'], name: 'Changed', data: { n: 1 } },
    {
      channels: ['private-account.1'],
      name: 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated',
      data: { n: 2 },
    },
  )
  await waitUntil(() => heard.has('whisper') && heard.has('notification'))
  ben.leave('room')
  await waitUntil(() => heard.has('leaving'))
  assert.deepEqual(Object.fromEntries(heard), {
    here: [{ name: 'No. 1' }],
    joining: { name: 'No. 2' },
    whisper: { at: 1 },
    listen: { n: 1 },
    notification: { n: 2 },
    leaving: { name: 'No. 2' },
  })
})

test('Echo prefixes event names with the namespace unless written out, and finds its drivers (ECH-01, ECH-02)', async (t) => {
  const here = await startTestServer(t)
  const client = pusherClient(here)
  const echo = new Echo({ broadcaster: 'pusher', key: app.key, client })
  const heard: string[] = []
  const note = (what: string) => () => void heard.push(what)
  const unwanted = note('unwanted')
  const channel = echo.channel('news')
  channel.listen('Order.Paid', note('in the namespace')).listen('.order.paid', note('written out'))
  channel.listen('.last', unwanted).stopListening('.last', unwanted).listen('.last', note('last'))
  await nextEvent(client.channel('news'), 'pusher:subscription_succeeded')

  const names = ['App\\Events\\Order\\Paid', 'order.paid', 'Order.Paid', 'last']
  for (const name of names) await here.channels.trigger({ channels: ['news'], name, data: {} })

  await waitUntil(() => heard.includes('last'))
  assert.deepEqual(heard, ['in the namespace', 'written out', 'last'])
  assert.throws(() => new Echo({ broadcaster: JSON.parse('"carrier pigeon"') }))
})

async function waitUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 1))
}

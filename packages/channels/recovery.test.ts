import assert from 'node:assert/strict'
import { test } from 'node:test'

import PusherClient from 'pusher-js'

import { buses, inOwnSchema } from './testing/buses.ts'
import { app, type Site, site } from './testing/site.ts'
import { talk, type Talker } from './testing/talker.ts'

const channel = 'private-a'
const recoverable = (name: string) => name.startsWith('private-')

interface Answer {
  epoch: string
  offset: number
  recovered?: boolean
}

async function say(here: Site, ...names: string[]): Promise<void> {
  for (const name of names)
    await here.channels.trigger({ channels: [channel], name, data: { name } })
}

async function ask(talker: Talker, recover?: object): Promise<Answer> {
  const { data } = await talker.subscribe(channel, recover && JSON.stringify({ recover }))
  return Object(data)
}

inOwnSchema()

for (const { name, cluster } of buses)
  test(`who was away gets what it missed, in order and once, before what is new, on any node (125) [${name}]`, async (t) => {
    const { bus } = cluster()
    const one = await site(t, { bus: bus(), recoverable })
    const two = await site(t, { bus: bus(), recoverable })
    const ada = await talk(t, one)
    await ask(ada)
    await say(one, 'a')
    const { epoch } = Object((await ask(ada)) satisfies Answer)
    const { _offset: offset } = Object((await ada.next('a')).data)
    ada.ws.terminate()
    await say(two, 'b', 'c')

    const again = await talk(t, two)
    await again.fence(one)
    const answer = await ask(again, { epoch, offset })
    await say(one, 'd')
    assert.equal(answer.recovered, true)
    const next = Object((await again.next('d')).data)
    assert.deepEqual(
      again.rest().map(({ event }) => event),
      ['b', 'c'],
    )
    assert.ok(next._offset > answer.offset)
  })

test('a client of the browser, unmodified, is told what it missed (125)', async (t) => {
  const here = await site(t, { recoverable })
  let place: Answer | undefined
  const client = new PusherClient(app.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: here.port,
    forceTLS: false,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) =>
        done(null, here.channels.authorize(socketId, channelName, place ? { recover: place } : {})),
    },
  })
  here.leaving.push(() => client.disconnect())
  const heard: string[] = []
  const answers: Answer[] = []
  const waiting = new Map<string, () => void>()
  const until = (name: string) => new Promise<void>((resolve) => waiting.set(name, resolve))
  const isSubscribed = until('pusher:subscription_succeeded')
  client.subscribe(channel).bind_global((name: string, data: Answer & { _offset?: number }) => {
    if (name === 'pusher:subscription_succeeded') answers.push(data)
    if (data._offset !== undefined) {
      heard.push(name)
      place = { epoch: answers.at(-1)?.epoch ?? '', offset: data._offset }
    }
    waiting.get(name)?.()
  })
  await isSubscribed
  const a = until('a')
  await say(here, 'a')
  await a

  client.disconnect()
  await here.sockets(0)
  await say(here, 'b', 'c')
  const c = until('c')
  client.connect()
  await c
  assert.deepEqual(heard, ['a', 'b', 'c'])
  assert.equal(answers.at(-1)?.recovered, true)
})

test('what is not known any more is not claimed: too many, too old, another epoch (125)', async (t) => {
  const here = await site(t, { recoverable, limits: { historyEvents: 2 } })
  const before = await ask(await talk(t, here))
  await say(here, 'a', 'b')
  const { recovered } = await ask(await talk(t, here), before)
  assert.equal(recovered, true)
  await say(here, 'c')
  for (const place of [before, { epoch: 'another', offset: before.offset + 1 }]) {
    const talker = await talk(t, here)
    assert.equal((await ask(talker, place)).recovered, false)
    await talker.fence(here)
    assert.deepEqual(talker.rest(), [])
  }
})

test('memory for what was said is bounded, and what it cost is told (125)', async (t) => {
  const here = await site(t, { recoverable, limits: { historyBytes: 500 } })
  const before = await ask(await talk(t, here))
  for (let said = 0; said < 20; said++)
    await here.channels.trigger({ channels: [`private-${said}`], name: 'e', data: 'x'.repeat(100) })
  assert.equal((await ask(await talk(t, here), before)).recovered, false)
})

test('a place has to be signed, and is not looked at where nothing is kept', async (t) => {
  const here = await site(t, { recoverable: (name) => name === channel })
  const talker = await talk(t, here)
  const other = await talker.subscribe('private-b', '{"recover":{"epoch":"x","offset":1}}')
  assert.deepEqual(other.data, {})
  const { auth } = here.channels.authorize(talker.id, channel)
  const recover = { epoch: 'x', offset: 1 }
  talker.say('pusher:subscribe', { channel, auth, channel_data: JSON.stringify({ recover }) })
  assert.equal(Object(await talker.next('pusher:subscription_error')).data.type, 'AuthError')
  for (const place of [{}, { epoch: 1 }, { epoch: 'x', offset: 'y' }, null])
    assert.equal((await ask(talker, Object(place))).recovered, undefined)
})

test('a socket is told what it missed once, however often it asks: else a word would cost a hundred', async (t) => {
  const here = await site(t, { recoverable })
  const before = await ask(await talk(t, here))
  await say(here, 'a', 'b')
  const talker = await talk(t, here)

  const answers: Answer[] = []
  for (let times = 0; times < 3; times++) {
    answers.push(await ask(talker, before))
    talker.say('pusher:unsubscribe', { channel })
  }

  assert.deepEqual(
    answers.map(({ recovered }) => recovered),
    [true, false, false],
  )
  assert.deepEqual(
    talker.rest().map(({ event }) => event),
    ['a', 'b'],
  )
})

test('data that is no object, and channels that are not recoverable, go through as they are', async (t) => {
  const here = await site(t, { recoverable: (name) => name !== 'news' })
  const talker = await talk(t, here)
  for (const name of ['news', channel, 'private-encrypted-a']) await talker.subscribe(name)
  const data = '{ "n": 1 }'
  await here.channels.trigger({ channels: ['news', channel], name: 'object', data })
  await here.channels.trigger({ channels: [channel], name: 'text', data: 'plain' })
  await here.channels.trigger({ channels: [channel], name: 'list', data: [1] })
  await talker.fence(here)

  const said = talker.rest().map(({ event, data: text }) => [event, text])
  assert.deepEqual(said[0], ['object', data])
  assert.match(String(said[1]), /^object,\{"n":1,"_offset":\d+\}$/)
  assert.deepEqual(said.slice(2), [
    ['text', 'plain'],
    ['list', '[1]'],
  ])
})

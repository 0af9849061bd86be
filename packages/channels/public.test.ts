import assert from 'node:assert/strict'
import { test } from 'node:test'

import { site } from './testing/site.ts'
import { talk } from './testing/talker.ts'

test('a subscription is acknowledged with its channel and empty data, with or without auth (33, 34)', async (t) => {
  const talker = await talk(t, await site(t))

  talker.say('pusher:subscribe', { channel: 'news', auth: '' })
  talker.say('pusher:subscribe', { channel: 'more' })
  await talker.next('pusher_internal:subscription_succeeded', 'more')
  assert.deepEqual(talker.rest(), [
    { event: 'pusher_internal:subscription_succeeded', channel: 'news', data: '{}' },
  ])
})

test('subscribing twice counts once and is acknowledged twice (35)', async (t) => {
  const here = await site(t)
  const talker = await talk(t, here)
  await talker.subscribe('news')
  await talker.subscribe('news')

  assert.equal(here.channels.channel('news', 'subscription_count').subscription_count, 1)
  await here.channels.trigger({ channels: ['news'], name: 'once', data: {} })
  await talker.next('once')
  await talker.fence(here)
  assert.deepEqual(talker.rest(), [])
})

test('after unsubscribing nothing comes, and nothing is said about it, however often (36)', async (t) => {
  const here = await site(t)
  const talker = await talk(t, here)
  await talker.subscribe('news')
  talker.say('pusher:unsubscribe', { channel: 'news' })
  talker.say('pusher:unsubscribe', { channel: 'news' })
  talker.say('pusher:unsubscribe', { channel: 'never' })
  await talker.pong()

  await here.channels.trigger({ channels: ['news'], name: 'unheard', data: {} })
  await talker.fence(here)
  assert.deepEqual(talker.rest(), [])
})

test('coming and going in any order ends as the last word says (37)', async (t) => {
  const here = await site(t)
  const talker = await talk(t, here)
  const say = (verb: string) => talker.say(`pusher:${verb}`, { channel: 'news', auth: '' })
  for (const words of ['s', 'su', 'sus', 'usu', 'suus', 'ssu', 'suss']) {
    for (const word of words) say(word === 's' ? 'subscribe' : 'unsubscribe')
    await talker.pong()
    assert.equal(here.channels.channel('news').occupied, words.endsWith('s'), words)
    say('unsubscribe')
    await talker.pong()
  }
})

test('an event reaches every socket of its channel, and only those (38)', async (t) => {
  const here = await site(t)
  const talkers = await Promise.all([talk(t, here), talk(t, here), talk(t, here)])
  const [ada, ben, cleo] = talkers
  await Promise.all([
    ada.subscribe('a'),
    ada.subscribe('b'),
    ben.subscribe('b'),
    cleo.subscribe('c'),
  ])

  await here.channels.trigger(
    { channels: ['a'], name: 'to-a', data: 1 },
    { channels: ['a', 'b'], name: 'to-both', data: 2 },
  )
  await Promise.all(talkers.map((talker) => talker.fence(here)))

  assert.deepEqual(
    talkers.map((talker) => talker.rest().map(({ event, channel }) => `${event} ${channel}`)),
    [['to-a a', 'to-both a', 'to-both b'], ['to-both b'], []],
  )
})

test('nothing is left of a channel after its last socket, however it went (39)', async (t) => {
  const here = await site(t)
  const [clean, sudden] = [await talk(t, here), await talk(t, here)]
  await Promise.all([clean.subscribe('news'), sudden.subscribe('news'), sudden.subscribe('other')])
  clean.ws.close()
  sudden.ws.terminate()
  await here.sockets(0)

  assert.equal(here.channels.figures.channels, 0)
  assert.deepEqual({ ...here.channels.channels() }, {})
})

test('a name that no channel can have is refused, and nothing is kept of it (40, WS-10)', async (t) => {
  const here = await site(t)
  const talker = await talk(t, here)
  for (const channel of ['', 'a b', 'a/b', 'ü', 'a:b', '#all', 'x'.repeat(201)]) {
    talker.say('pusher:subscribe', { channel, auth: '' })
    assert.equal(Object(await talker.next('pusher:subscription_error')).data.status, 400)
  }
  await talker.pong()
  assert.equal(here.channels.figures.channels, 0)
})

test('names may have every sign that is allowed and 200 letters (41)', async (t) => {
  const here = await site(t)
  const talker = await talk(t, here)
  for (const channel of ['Az09_-=@,.;', 'x'.repeat(200), '__proto__', 'constructor']) {
    await talker.subscribe(channel)
    await here.channels.trigger({ channels: [channel], name: 'e', data: channel })
    assert.equal((await talker.next('e')).channel, channel)
  }
})

test('only a whole prefix at the beginning makes a channel private (42)', async (t) => {
  const talker = await talk(t, await site(t))
  for (const channel of ['my-private-x', 'privateer', 'private', 'presence', 'x-presence-a'])
    assert.deepEqual((await talker.subscribe(channel)).data, {})
})

test('a socket may have so many channels; one that it has already is none more (43, WS-10)', async (t) => {
  const talker = await talk(t, await site(t, { limits: { subscriptionsPerSocket: 3 } }))
  for (const channel of ['a', 'b', 'c']) await talker.subscribe(channel)
  talker.ask('d')
  assert.equal(Object(await talker.next('pusher:subscription_error')).data.type, 'LimitReached')
})

test('a socket that has all its channels may ask for one of them again (43)', async (t) => {
  const talker = await talk(
    t,
    await site(t, { limits: { subscriptionsPerSocket: 2, subscribesPerSecond: 1e6 } }),
  )
  for (const channel of ['a', 'b', 'a', 'b']) await talker.subscribe(channel)
})

test('an application that says which public channels there are has no others', async (t) => {
  const here = await site(t, { open: (name) => name === 'news' })
  const talker = await talk(t, here)
  await talker.subscribe('news')

  talker.ask('rumours')

  const { channel, data } = await talker.next('pusher:subscription_error')
  assert.deepEqual([channel, Object(data).status], ['rumours', 401])
  assert.deepEqual(Object.keys(here.channels.channels()), ['news'])
})

test('sockets hear how many listen, except on presence channels (68)', async (t) => {
  const here = await site(t)
  const [ada, ben] = [await talk(t, here), await talk(t, here)]
  await ada.subscribe('news')
  await ada.join('presence-room', '1')
  assert.deepEqual((await ada.next('pusher_internal:subscription_count')).data, {
    subscription_count: 1,
  })
  await Promise.all([ben.subscribe('news'), ben.join('presence-room', '2')])
  assert.deepEqual((await ada.next('pusher_internal:subscription_count')).data, {
    subscription_count: 2,
  })
  ben.ws.close()
  assert.deepEqual((await ada.next('pusher_internal:subscription_count')).data, {
    subscription_count: 1,
  })
  assert.ok(ada.heard.every(({ event }) => event !== 'pusher_internal:subscription_count'))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { site } from './testing/site.ts'
import { talk } from './testing/talker.ts'

test('an empty cache is a miss after the acknowledgement (78)', async (t) => {
  const talker = await talk(t, await site(t))
  await talker.subscribe('cache-a')
  assert.deepEqual(await talker.next('pusher:cache_miss'), {
    event: 'pusher:cache_miss',
    channel: 'cache-a',
  })
})

test('who comes later gets the last event, after the acknowledgement, though all had left (79, 80)', async (t) => {
  const here = await site(t)
  const first = await talk(t, here)
  await first.subscribe('cache-a')
  await here.channels.trigger({ channels: ['cache-a'], name: 'one', data: { n: 1 } })
  await here.channels.trigger({ channels: ['cache-a'], name: 'two', data: { n: 2 } })
  first.ws.close()
  await here.sockets(0)

  const second = await talk(t, here)
  second.ask('cache-a')
  await second.next('two')
  assert.deepEqual(second.rest()[0], {
    event: 'pusher_internal:subscription_succeeded',
    channel: 'cache-a',
    data: '{}',
  })
})

test('what clients say and who is there is never kept (81)', async (t) => {
  const here = await site(t)
  const [ada, ben, cleo] = [await talk(t, here), await talk(t, here), await talk(t, here)]
  await ada.join('presence-cache-a', '1')
  await ben.join('presence-cache-a', '2')
  await here.channels.trigger({ channels: ['presence-cache-a'], name: 'kept', data: 1 })
  ada.say('client-x', {}, 'presence-cache-a')
  await ben.next('client-x')
  ben.ws.close()
  await ada.next('pusher_internal:member_removed')

  await cleo.join('presence-cache-a', '3')
  assert.equal((await cleo.next('kept')).data, 1)
  await cleo.fence(here)
  assert.deepEqual(cleo.rest(), [])
})

test('what was kept too long is a miss again (82)', async (t) => {
  const here = await site(t, { limits: { cacheMs: 0 } })
  const talker = await talk(t, here)
  await here.channels.trigger({ channels: ['cache-a'], name: 'kept', data: 1 })
  await talker.subscribe('cache-a')
  await talker.next('pusher:cache_miss')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Bus, memoryBus } from '@foyer/channels'

import { BusUnavailable, Outbox } from '#hub/outbox.ts'

import { buses, inOwnSchema } from './testing/buses.ts'
import { site } from './testing/site.ts'
import { talk } from './testing/talker.ts'

inOwnSchema()

for (const { name, cluster } of buses) {
  const on = (what: string) => `${what} [${name}]`

  test(
    on(
      'an event reaches the sockets of both nodes exactly once, but not the one that caused it (95, 107)',
    ),
    async (t) => {
      const { bus } = cluster()
      const [one, two] = [await site(t, { bus: bus() }), await site(t, { bus: bus() })]
      const [ada, ben] = [await talk(t, one), await talk(t, two)]
      await Promise.all([ada.subscribe('news'), ben.subscribe('news')])

      await one.channels.trigger({ channels: ['news'], name: 'a', data: 1 })
      await one.channels.trigger({ channels: ['news'], name: 'b', data: 2, except: ben.id })
      await two.channels.trigger({ channels: ['news'], name: 'c', data: 'x'.repeat(10_240) })
      await Promise.all([ada.next('c'), ben.next('c')])
      assert.deepEqual(
        ada.rest().map(({ event }) => event),
        ['a', 'b'],
      )
      assert.deepEqual(
        ben.rest().map(({ event }) => event),
        ['a'],
      )
    },
  )

  test(
    on('what is too large to come with its news reaches a node that says nothing itself'),
    async (t) => {
      const { bus } = cluster()
      const one = await site(t, { bus: bus() })
      const ben = await talk(t, await site(t, { bus: bus(), beatMs: 1e8 }))
      await ben.subscribe('news')
      await ben.next('pusher_internal:subscription_count')

      const data = 'x'.repeat(10_240)
      await one.channels.trigger({ channels: ['news'], name: 'a', data })

      assert.equal((await ben.next('a')).data, data)
    },
  )

  test(on('one order per channel, the same on all nodes, whoever publishes (115)'), async (t) => {
    const { bus } = cluster()
    const nodes = [await site(t, { bus: bus() }), await site(t, { bus: bus() })]
    const talkers = await Promise.all(nodes.map((node) => talk(t, node)))
    await Promise.all(talkers.map((talker) => talker.subscribe('news')))

    const numbers = Array.from({ length: 50 }, (_, index) => index)
    const said = nodes.flatMap(({ channels }, node) =>
      numbers.map((n) => channels.trigger({ channels: ['news'], name: `${node}-${n}`, data: {} })),
    )
    await Promise.all(said)
    await nodes[0]?.channels.trigger({ channels: ['news'], name: 'end', data: {} })
    await Promise.all(talkers.map((talker) => talker.next('end')))
    const [one, two] = talkers.map((talker) => talker.rest().map(({ event }) => event))
    assert.equal(one?.length, 100)
    assert.deepEqual(one, two)
    assert.deepEqual(
      one?.filter((event) => event.startsWith('1-')),
      numbers.map((n) => `1-${n}`),
    )
  })

  test(on('members of all nodes are one roster with one limit (65)'), async (t) => {
    const { bus } = cluster()
    const limits = { membersPerChannel: 3 }
    const [one, two] = [
      await site(t, { bus: bus(), limits }),
      await site(t, { bus: bus(), limits }),
    ]
    const [ada, ben, tab] = [await talk(t, one), await talk(t, two), await talk(t, two)]
    await ada.join('presence-a', '1', { name: 'Ada' })
    assert.equal(Object((await ben.join('presence-a', '2')).data).presence.hash['1'].name, 'Ada')
    await ada.next('pusher_internal:member_added')
    await tab.join('presence-a', '1')

    const crowd = await Promise.all([one, two, one, two].map((node) => talk(t, node)))
    crowd.forEach((talker, index) => talker.ask('presence-a', `{"user_id":"c${index}"}`))
    const answers = await Promise.all(
      crowd.map((talker) =>
        Promise.race([
          talker.next('pusher_internal:subscription_succeeded').then(() => 'in'),
          talker.next('pusher:subscription_error').then(() => 'out'),
        ]),
      ),
    )
    assert.deepEqual(answers.toSorted(), ['in', 'out', 'out', 'out'])
    const phone = await talk(t, one)
    await phone.join('presence-a', '2')
    ada.ws.close()
    tab.ws.close()
    await ben.next('pusher_internal:member_added')
    assert.deepEqual((await ben.next('pusher_internal:member_removed')).data, { user_id: '1' })
    await (await talk(t, one)).fence(two)
    assert.deepEqual(one.channels.users('presence-a'), two.channels.users('presence-a'))
  })

  test(
    on('users are told, ended, counted and watched on all nodes (69, 88, 89, 90, 124)'),
    async (t) => {
      const { bus } = cluster()
      const [one, two] = [await site(t, { bus: bus() }), await site(t, { bus: bus() })]
      const [ada, ben, guest] = [await talk(t, one), await talk(t, two), await talk(t, two)]
      await ada.signIn({ id: '1', watchlist: ['2'] })
      await ben.signIn({ id: '2' })
      await ada.next('pusher_internal:watchlist_events')
      await Promise.all([ada.subscribe('private-a'), ben.subscribe('private-a')])
      await ada.next('pusher_internal:subscription_count')
      ada.say('client-x', {}, 'private-a')
      await ben.next('client-x')
      await ben.subscribe('#server-to-user-2')
      await one.channels.sendToUser('2', 'hello', {})
      await ben.next('hello')
      await ben.fence(one)
      assert.equal(one.channels.channel('private-a', 'subscription_count').subscription_count, 2)

      await one.channels.bind(guest.id, 'a session')
      await one.channels.close('label', 'a session')
      assert.equal(await guest.closed, 4009)
      await one.sdk.terminateUserConnections('2')
      assert.equal(await ben.closed, 4009)
      assert.deepEqual(Object((await ada.next('pusher_internal:watchlist_events')).data).events, [
        { name: 'offline', user_ids: ['2'] },
      ])
    },
  )

  test(on('a node that comes later knows who is there and what is kept (65, 80)'), async (t) => {
    const { bus } = cluster()
    const one = await site(t, { bus: bus() })
    const ada = await talk(t, one)
    await ada.join('presence-a', '1')
    await ada.subscribe('news')
    await one.channels.trigger({ channels: ['cache-a'], name: 'kept', data: 'it' })

    const two = await site(t, { bus: bus() })
    assert.deepEqual(two.channels.users('presence-a'), ['1'])
    assert.equal(two.channels.channel('news').occupied, true)
    if (name === 'memory') return
    const ben = await talk(t, two)
    await ben.subscribe('cache-a')
    assert.equal((await ben.next('kept')).data, 'it')
  })

  test(on('a node that goes takes its members along at once'), async (t) => {
    const { bus } = cluster()
    const [one, two] = [await site(t, { bus: bus() }), await site(t, { bus: bus() })]
    const [ada, ben] = [await talk(t, one), await talk(t, two)]
    await ada.join('presence-a', '1')
    await ben.join('presence-a', '2')
    await two.server.close()
    assert.equal(await ben.closed, 4200)
    await ada.next('pusher_internal:member_removed')
    await ada.fence(one)
    assert.deepEqual(one.channels.figures.otherNodes, [])
  })

  test(on('who comes, goes and comes at once is answered once, and is there'), async (t) => {
    const { bus } = cluster()
    const [one, two] = [await site(t, { bus: bus() }), await site(t, { bus: bus() })]
    const [ada, ben] = [await talk(t, one), await talk(t, two)]
    await ada.join('presence-a', '1')
    ben.ask('presence-a', '{"user_id":"2"}')
    ben.say('pusher:unsubscribe', { channel: 'presence-a' })
    await ben.join('presence-a', '2')
    await Promise.all([ada.fence(two), ben.fence(one)])
    const said = ada.rest().map(({ event }) => event.slice('pusher_internal:'.length))
    assert.deepEqual(said, ['member_added', 'member_removed', 'member_added'])
    assert.ok(ben.rest().length <= (name === 'memory' ? 1 : 0))
    assert.deepEqual(two.channels.users('presence-a'), ['1', '2'])
  })
}

/** A bus that takes what it is told and, while it is deaf, does not say so. */
function deafBus(bus: Bus) {
  const state = { isDeaf: false }
  const append: Bus['append'] = async (entries, cached) => {
    await bus.append(entries, cached)
    if (state.isDeaf) throw new Error('The answer was lost')
  }
  return { state, bus: { ...bus, append } }
}

test('what a bus took though it said that it had not is said once (107)', async (t) => {
  const { bus, state } = deafBus(memoryBus())
  const here = await site(t, { bus })
  const talker = await talk(t, here)
  await talker.subscribe('news')
  state.isDeaf = true
  const said = here.channels.trigger({ channels: ['news'], name: 'a', data: {} })
  await talker.next('a')
  state.isDeaf = false
  await said
  await talker.fence(here)
  assert.deepEqual(talker.rest(), [])
})

test('who was told to come again because the bus did not answer is no member anywhere (108)', async (t) => {
  const shared = memoryBus()
  const { bus, state } = deafBus(shared)
  const one = await site(t, { bus: shared })
  const two = await site(t, { bus, patienceMs: 50, beatMs: 20 })
  const [ada, ben] = [await talk(t, one), await talk(t, two)]
  await ada.join('presence-a', '1')
  state.isDeaf = true
  ben.ask('presence-a', '{"user_id":"2"}')
  await ada.next('pusher_internal:member_added')
  assert.equal(await ben.closed, 4100)
  state.isDeaf = false
  await ada.next('pusher_internal:member_removed')
})

/** A bus that takes no accusation until the first was given up. */
function lenientBus(bus: Bus): Bus {
  let accusations = 0
  let isOver = false
  return {
    ...bus,
    async append(entries, cached) {
      const isAccusing = entries.some(({ kind }) => kind === 'gone')
      if (!isAccusing && accusations > 0) isOver = true
      if (isAccusing && !isOver) throw new Error(`Accusation ${++accusations}`)
      await bus.append(entries, cached)
    },
  }
}

/** A bus that loses what it is told from when its node is as good as dead. */
function deadBus(bus: Bus) {
  const state = { isDead: false }
  const append: Bus['append'] = async (entries, cached) => {
    if (!state.isDead) await bus.append(entries, cached)
  }
  return { state, bus: { ...bus, append } }
}

test('a node that could not be declared gone at first still goes, with its members (66)', async (t) => {
  const shared = memoryBus()
  const { bus, state } = deadBus(shared)
  const one = await site(t, { bus: lenientBus(shared), patienceMs: 50, beatMs: 20 })
  const two = await site(t, { bus, beatMs: 20 })
  const [ada, ben] = [await talk(t, one), await talk(t, two)]
  await ada.join('presence-a', '1')
  await ben.join('presence-a', '2')
  await ada.next('pusher_internal:member_added')

  state.isDead = true

  await ada.next('pusher_internal:member_removed')
  assert.deepEqual(one.channels.figures.otherNodes, [])
})

test('what waits for the bus is bounded (108)', async () => {
  const away: Bus = { ...memoryBus(), append: () => Promise.reject(new Error('Away')) }
  const outbox = new Outbox(away, 'a node', 60_000)
  const waiting = Array.from({ length: 5000 }, () => outbox.push({ kind: 'beat' }))
  await assert.rejects(outbox.push({ kind: 'beat' }), BusUnavailable)
  outbox.close()
  const ends = await Promise.allSettled(waiting)
  assert.ok(ends.every(({ status }) => status === 'rejected'))
})

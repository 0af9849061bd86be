import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type Bus, memoryBus } from '@foyer/channels'

import { BusUnavailable, AppendQueue } from '#hub/append-queue.ts'

import { buses, useOwnSchema } from './testing/test-buses.ts'
import { startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

useOwnSchema()

for (const { name, cluster } of buses) {
  const title = (promise: string) => `${promise} [${name}]`

  test(
    title('an event reaches the sockets of both nodes exactly once, except the one that caused it'),
    async (t) => {
      const { bus } = cluster()
      const [one, two] = [
        await startTestServer(t, { bus: bus() }),
        await startTestServer(t, { bus: bus() }),
      ]
      const [ada, ben] = [await connectClient(t, one), await connectClient(t, two)]
      await Promise.all([ada.subscribe('news'), ben.subscribe('news')])

      await one.channels.trigger({ channels: ['news'], name: 'a', data: 1 })
      await one.channels.trigger({ channels: ['news'], name: 'b', data: 2, except: ben.id })
      await two.channels.trigger({ channels: ['news'], name: 'c', data: 'x'.repeat(10_240) })
      await Promise.all([ada.next('c'), ben.next('c')])
      assert.deepEqual(
        ada.unread().map(({ event }) => event),
        ['a', 'b'],
      )
      assert.deepEqual(
        ben.unread().map(({ event }) => event),
        ['a'],
      )
    },
  )

  test(
    title('an entry too large for its notification reaches a node that publishes nothing'),
    async (t) => {
      const { bus } = cluster()
      const one = await startTestServer(t, { bus: bus() })
      const ben = await connectClient(t, await startTestServer(t, { bus: bus(), beatMs: 1e8 }))
      await ben.subscribe('news')
      await ben.next('pusher_internal:subscription_count')

      const data = 'x'.repeat(10_240)
      await one.channels.trigger({ channels: ['news'], name: 'a', data })

      assert.equal((await ben.next('a')).data, data)
    },
  )

  test(
    title("all nodes see a channel's events in the same order, whichever node publishes (115)"),
    async (t) => {
      const { bus } = cluster()
      const nodes = [
        await startTestServer(t, { bus: bus() }),
        await startTestServer(t, { bus: bus() }),
      ]
      const clients = await Promise.all(nodes.map((node) => connectClient(t, node)))
      await Promise.all(clients.map((client) => client.subscribe('news')))

      const numbers = Array.from({ length: 50 }, (_, index) => index)
      const published = nodes.flatMap(({ channels }, node) =>
        numbers.map((n) =>
          channels.trigger({ channels: ['news'], name: `${node}-${n}`, data: {} }),
        ),
      )
      await Promise.all(published)
      await nodes[0]?.channels.trigger({ channels: ['news'], name: 'end', data: {} })
      await Promise.all(clients.map((client) => client.next('end')))
      const [one, two] = clients.map((client) => client.unread().map(({ event }) => event))
      assert.equal(one?.length, 100)
      assert.deepEqual(one, two)
      assert.deepEqual(
        one?.filter((event) => event.startsWith('1-')),
        numbers.map((n) => `1-${n}`),
      )
    },
  )

  test(title('members of all nodes share one roster and one limit'), async (t) => {
    const { bus } = cluster()
    const limits = { membersPerChannel: 3 }
    const [one, two] = [
      await startTestServer(t, { bus: bus(), limits }),
      await startTestServer(t, { bus: bus(), limits }),
    ]
    const [ada, ben, tab] = [
      await connectClient(t, one),
      await connectClient(t, two),
      await connectClient(t, two),
    ]
    await ada.join('presence-a', '1', { name: 'Ada' })
    assert.equal(Object((await ben.join('presence-a', '2')).data).presence.hash['1'].name, 'Ada')
    await ada.next('pusher_internal:member_added')
    await tab.join('presence-a', '1')

    const clients = await Promise.all([one, two, one, two].map((node) => connectClient(t, node)))
    clients.forEach((client, index) =>
      client.sendSubscribe('presence-a', `{"user_id":"c${index}"}`),
    )
    const answers = await Promise.all(
      clients.map((client) =>
        Promise.race([
          client.next('pusher_internal:subscription_succeeded').then(() => 'in'),
          client.next('pusher:subscription_error').then(() => 'out'),
        ]),
      ),
    )
    assert.deepEqual(answers.toSorted(), ['in', 'out', 'out', 'out'])
    const phone = await connectClient(t, one)
    await phone.join('presence-a', '2')
    ada.ws.close()
    tab.ws.close()
    await ben.next('pusher_internal:member_added')
    assert.deepEqual((await ben.next('pusher_internal:member_removed')).data, { user_id: '1' })
    await (await connectClient(t, one)).waitForPublished(two)
    assert.deepEqual(one.channels.users('presence-a'), two.channels.users('presence-a'))
  })

  test(
    title('users receive events, are terminated, counted and watched on all nodes'),
    async (t) => {
      const { bus } = cluster()
      const [one, two] = [
        await startTestServer(t, { bus: bus() }),
        await startTestServer(t, { bus: bus() }),
      ]
      const [ada, ben, guest] = [
        await connectClient(t, one),
        await connectClient(t, two),
        await connectClient(t, two),
      ]
      await ada.signIn({ id: '1', watchlist: ['2'] })
      await ben.signIn({ id: '2' })
      await ada.next('pusher_internal:watchlist_events')
      await Promise.all([ada.subscribe('private-a'), ben.subscribe('private-a')])
      await ada.next('pusher_internal:subscription_count')
      ada.send('client-x', {}, 'private-a')
      await ben.next('client-x')
      await ben.subscribe('#server-to-user-2')
      await one.channels.sendToUser('2', 'hello', {})
      await ben.next('hello')
      await ada.waitForPublished(two)
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

  test(
    title('a node that starts later knows the members and the cached events (65, 80)'),
    async (t) => {
      const { bus } = cluster()
      const one = await startTestServer(t, { bus: bus() })
      const ada = await connectClient(t, one)
      await ada.join('presence-a', '1')
      await ada.subscribe('news')
      await one.channels.trigger({ channels: ['cache-a'], name: 'kept', data: 'it' })

      const two = await startTestServer(t, { bus: bus() })
      assert.deepEqual(two.channels.users('presence-a'), ['1'])
      assert.equal(two.channels.channel('news').occupied, true)
      if (name === 'memory') return
      const ben = await connectClient(t, two)
      await ben.subscribe('cache-a')
      assert.equal((await ben.next('kept')).data, 'it')
    },
  )

  test(title('a node that shuts down removes its members immediately'), async (t) => {
    const { bus } = cluster()
    const [one, two] = [
      await startTestServer(t, { bus: bus() }),
      await startTestServer(t, { bus: bus() }),
    ]
    const [ada, ben] = [await connectClient(t, one), await connectClient(t, two)]
    await ada.join('presence-a', '1')
    await ben.join('presence-a', '2')
    await two.server.close()
    assert.equal(await ben.closed, 4200)
    await ada.next('pusher_internal:member_removed')
    await ada.waitForPublished(one)
    assert.deepEqual(one.channels.metrics.otherNodes, [])
  })

  test(
    title('joining, leaving and joining again is answered once, and the user is present'),
    async (t) => {
      const { bus } = cluster()
      const [one, two] = [
        await startTestServer(t, { bus: bus() }),
        await startTestServer(t, { bus: bus() }),
      ]
      const [ada, ben] = [await connectClient(t, one), await connectClient(t, two)]
      await ada.join('presence-a', '1')
      ben.sendSubscribe('presence-a', '{"user_id":"2"}')
      ben.send('pusher:unsubscribe', { channel: 'presence-a' })
      await ben.join('presence-a', '2')
      await Promise.all([ada.waitForPublished(two), ben.waitForPublished(one)])
      const published = ada.unread().map(({ event }) => event.slice('pusher_internal:'.length))
      assert.deepEqual(published, ['member_added', 'member_removed', 'member_added'])
      assert.ok(ben.unread().length <= (name === 'memory' ? 1 : 0))
      assert.deepEqual(two.channels.users('presence-a'), ['1', '2'])
    },
  )
}

/** A bus that appends entries but, while `losesReplies`, reports failure. */
function unacknowledgingBus(bus: Bus) {
  const state = { losesReplies: false }
  const append: Bus['append'] = async (entries, cached) => {
    await bus.append(entries, cached)
    if (state.losesReplies) throw new Error('The reply was lost')
  }
  return { state, bus: { ...bus, append } }
}

test('an entry that the bus appended but reported as failed is applied once', async (t) => {
  const { bus, state } = unacknowledgingBus(memoryBus())
  const server = await startTestServer(t, { bus })
  const client = await connectClient(t, server)
  await client.subscribe('news')
  state.losesReplies = true
  const published = server.channels.trigger({ channels: ['news'], name: 'a', data: {} })
  await client.next('a')
  state.losesReplies = false
  await published
  await client.waitForPublished(server)
  assert.deepEqual(client.unread(), [])
})

test('a join rejected because the bus did not answer leaves no member on any node', async (t) => {
  const shared = memoryBus()
  const { bus, state } = unacknowledgingBus(shared)
  const one = await startTestServer(t, { bus: shared })
  const two = await startTestServer(t, { bus, busTimeoutMs: 50, beatMs: 20 })
  const [ada, ben] = [await connectClient(t, one), await connectClient(t, two)]
  await ada.join('presence-a', '1')
  state.losesReplies = true
  ben.sendSubscribe('presence-a', '{"user_id":"2"}')
  await ada.next('pusher_internal:member_added')
  assert.equal(await ben.closed, 4100)
  state.losesReplies = false
  await ada.next('pusher_internal:member_removed')
})

/** A bus that rejects `gone` entries until the first one is given up. */
function busRejectingGone(bus: Bus): Bus {
  let rejectedCount = 0
  let isAccepting = false
  return {
    ...bus,
    async append(entries, cached) {
      const reportsGone = entries.some(({ kind }) => kind === 'gone')
      if (!reportsGone && rejectedCount > 0) isAccepting = true
      if (reportsGone && !isAccepting) throw new Error(`Rejected ${++rejectedCount} times`)
      await bus.append(entries, cached)
    },
  }
}

/** A bus that loses entries while its node is disconnected. */
function disconnectableBus(bus: Bus) {
  const state = { isDisconnected: false }
  const append: Bus['append'] = async (entries, cached) => {
    if (!state.isDisconnected) await bus.append(entries, cached)
  }
  return { state, bus: { ...bus, append } }
}

test('a dead node is removed with its members even if the first attempt fails', async (t) => {
  const shared = memoryBus()
  const { bus, state } = disconnectableBus(shared)
  const one = await startTestServer(t, {
    bus: busRejectingGone(shared),
    busTimeoutMs: 50,
    beatMs: 20,
  })
  const two = await startTestServer(t, { bus, beatMs: 20 })
  const [ada, ben] = [await connectClient(t, one), await connectClient(t, two)]
  await ada.join('presence-a', '1')
  await ben.join('presence-a', '2')
  await ada.next('pusher_internal:member_added')

  state.isDisconnected = true

  await ada.next('pusher_internal:member_removed')
  assert.deepEqual(one.channels.metrics.otherNodes, [])
})

test('the queue for the bus is bounded', async () => {
  const unavailable: Bus = {
    ...memoryBus(),
    append: () => Promise.reject(new Error('Unavailable')),
  }
  const outbox = new AppendQueue(unavailable, 'a node', 60_000)
  const waiting = Array.from({ length: 5000 }, () => outbox.push({ kind: 'beat' }))
  await assert.rejects(outbox.push({ kind: 'beat' }), BusUnavailable)
  outbox.close()
  const results = await Promise.allSettled(waiting)
  assert.ok(results.every(({ status }) => status === 'rejected'))
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'

import type { WebhookEvent } from '@foyer/channels'
import type { WebHookRequest } from 'pusher'

import { Webhooks } from '#webhooks/webhooks.ts'

import { app, startTestServer } from './testing/test-server.ts'
import { connectClient } from './testing/websocket-client.ts'

/** Receives webhooks; the first responses may be errors. */
async function startWebhookReceiver(t: TestContext, answers: (number | Promise<number>)[] = []) {
  const requests: WebHookRequest[] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const rawBody = Buffer.concat(await Array.fromAsync(request)).toString()
    response.writeHead((await answers.shift()) ?? 200).end()
    requests.push({ headers: request.headers, rawBody })
    for (const check of waiting) check()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  const events = (): WebhookEvent[] => requests.flatMap(({ rawBody }) => JSON.parse(rawBody).events)
  const waitUntil = async (isEnough: () => boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const check = () => isEnough() && resolve()
    waiting.add(check)
    check()
    await promise
  }
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`
  return { url, requests, events, waitUntil }
}

const shortDelays = { gatherMs: 5, graceMs: 5, firstPauseMs: 5 }

test('events are sent with a signature that the SDK accepts', async (t) => {
  const hook = await startWebhookReceiver(t)
  const server = await startTestServer(t, { webhooks: { urls: [hook.url], ...shortDelays } })
  const ada = await connectClient(t, server)
  await ada.join('presence-a', '1')
  await ada.subscribe('cache-a')
  ada.send('client-x', { n: 1 }, 'presence-a')
  await hook.waitUntil(() => hook.events().length >= 6)
  ada.ws.close()
  await hook.waitUntil(
    () => hook.events().filter(({ name }) => /vacated|removed/.test(name)).length >= 3,
  )

  const [request] = hook.requests
  const webhook = server.sdk.webhook(request ?? { headers: {}, rawBody: '' })
  assert.equal(webhook.isValid(), true)
  assert.ok(Math.abs(webhook.getTime().getTime() - Date.now()) < 60_000)
  const received = hook.events().map((event) => JSON.stringify(event))
  for (const event of [
    { name: 'channel_occupied', channel: 'presence-a' },
    { name: 'channel_occupied', channel: 'cache-a' },
    { name: 'member_added', channel: 'presence-a', user_id: '1' },
    { name: 'cache_miss', channel: 'cache-a' },
    { name: 'subscription_count', channel: 'cache-a', subscription_count: 1 },
    { name: 'member_removed', channel: 'presence-a', user_id: '1' },
    { name: 'channel_vacated', channel: 'presence-a' },
  ])
    assert.ok(received.includes(JSON.stringify(event)), JSON.stringify(event))
  const client = hook.events().find(({ name }) => name === 'client_event')
  assert.deepEqual(client, {
    name: 'client_event',
    channel: 'presence-a',
    event: 'client-x',
    data: '{"n":1}',
    socket_id: ada.id,
    user_id: '1',
  })
})

test('a page reload is not reported as leaving', async (t) => {
  const hook = await startWebhookReceiver(t)
  const webhooks = { urls: [hook.url], ...shortDelays, graceMs: 60_000 }
  const server = await startTestServer(t, { webhooks, subscriptionCounts: false })
  const first = await connectClient(t, server)
  await first.join('presence-a', '1')
  await hook.waitUntil(() => hook.events().length >= 2)
  first.ws.close()
  await server.waitForSocketCount(0)
  await (await connectClient(t, server)).join('presence-a', '1')
  await (await connectClient(t, server)).join('presence-b', '2')
  await hook.waitUntil(() => hook.events().length >= 4)

  assert.deepEqual(
    hook
      .events()
      .slice(2)
      .map(({ name, channel }) => `${name} ${channel}`)
      .toSorted(),
    ['channel_occupied presence-b', 'member_added presence-b'],
  )
})

test('a failed webhook is retried, and a cache miss is sent once', async (t) => {
  const hook = await startWebhookReceiver(t, [500, 503, 302])
  const server = await startTestServer(t, {
    webhooks: { urls: [hook.url], ...shortDelays, names: ['cache_miss'] },
  })
  await (await connectClient(t, server)).subscribe('cache-a')
  await (await connectClient(t, server)).subscribe('cache-a')
  await hook.waitUntil(() => hook.requests.length >= 4)
  assert.equal(new Set(hook.requests.map(({ rawBody }) => rawBody)).size, 1)
  assert.equal(hook.events().length, 4)
})

test('events for an unresponsive URL are queued in order up to a limit, and the rest is logged', async (t) => {
  const answer = Promise.withResolvers<number>()
  const hook = await startWebhookReceiver(t, [answer.promise])
  const logged: unknown[] = []
  const webhooks = new Webhooks({
    ...app,
    urls: [hook.url],
    maxQueued: 30,
    now: () => 0,
    onError: (error) => logged.push(error),
  })
  t.after(() => webhooks.close())
  const channels = Array.from({ length: 100 }, (_, at) => `c${at}`)

  for (const channel of channels) webhooks.notify({ name: 'channel_occupied', channel })
  answer.resolve(200)
  await hook.waitUntil(() => hook.events().length >= 30)

  assert.deepEqual(
    hook.events().map(({ channel }) => channel),
    channels.slice(0, 30),
  )
  const { host } = new URL(hook.url)
  assert.deepEqual(logged.map(String), [`Error: 70 webhook events to ${host} were dropped`])
})

test('onWebhookEvent is called on the node that emits the event', async (t) => {
  const emitted: string[] = []
  const server = await startTestServer(t, {
    onWebhookEvent: ({ name, channel }) => emitted.push(`${name} ${channel}`),
  })
  const client = await connectClient(t, server)
  await client.subscribe('cache-a')
  await client.next('pusher_internal:subscription_count')
  assert.deepEqual(emitted, [
    'cache_miss cache-a',
    'channel_occupied cache-a',
    'subscription_count cache-a',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { newlyRegisteredAda, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

test('a mail that failed permanently is counted', async (t) => {
  const { foyer } = await signedInAda(t)
  const operator = new TestBrowser(foyer.app, '127.0.0.1')
  await foyer.browser().visit('register.store', {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    password: 'a nanosecond of copper wire',
    terms: true,
  })
  const waiting = (await operator.open('/metrics')).text
  await foyer.db.updateTable('jobs').set({ dead_at: foyer.clock.now() }).execute()
  const dead = (await operator.open('/metrics')).text

  assert.match(waiting, /foyer_jobs\{state="waiting"\} 1\nfoyer_jobs\{state="dead"\} 0/)
  assert.match(dead, /foyer_jobs\{state="waiting"\} 0\nfoyer_jobs\{state="dead"\} 1/)
})

test('every metric keeps its name, type and labels', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)
  const operator = new TestBrowser(foyer.app, '127.0.0.1')

  await operator.open('/metrics')
  const { text, raw } = await operator.open('/metrics')

  assert.equal(raw.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.deepEqual(
    text.match(/^# TYPE .+$/gm)?.map((line) => line.replace('# TYPE ', '')),
    [
      'foyer_answers_total counter',
      'foyer_answer_seconds histogram',
      'foyer_jobs gauge',
      'foyer_broadcasts_total counter',
      'foyer_broadcasts_waiting gauge',
      'foyer_sockets gauge',
      'foyer_channels gauge',
      'foyer_channels_ready gauge',
      'foyer_sockets_closed_total counter',
      'foyer_upgrades_refused_total counter',
      'foyer_processes gauge',
      'process_resident_memory_bytes gauge',
      'nodejs_eventloop_delay_seconds gauge',
      'process_uptime_seconds gauge',
    ],
  )
  const samples = text
    .split('\n')
    .filter(
      (line) => line !== '' && !/^#|^foyer_answer_seconds_\w+{.*route="(?!metrics)/.test(line),
    )
    .map((line) => line.replace(/ [\d.e+-]+$/, ''))
  assert.deepEqual(samples, [
    'foyer_answers_total{status="2xx"}',
    'foyer_answers_total{status="3xx"}',
    ...['0.01', '0.05', '0.25', '1', '5', '+Inf'].map(
      (le) => `foyer_answer_seconds_bucket{le="${le}",route="metrics"}`,
    ),
    'foyer_answer_seconds_sum{route="metrics"}',
    'foyer_answer_seconds_count{route="metrics"}',
    'foyer_jobs{state="waiting"}',
    'foyer_jobs{state="dead"}',
    'foyer_broadcasts_total{outcome="told"}',
    'foyer_broadcasts_total{outcome="failed"}',
    'foyer_broadcasts_waiting',
    'foyer_sockets',
    'foyer_channels',
    'foyer_channels_ready',
    'foyer_processes',
    'process_resident_memory_bytes',
    'nodejs_eventloop_delay_seconds{quantile="0.99"}',
    'process_uptime_seconds',
  ])
})

test('metrics are closed to a proxy on this machine that forwards for others, even when it is not listed', async (t) => {
  const { app } = await createTestApp(t, { TRUST_PROXY: '10.9.9.9' })
  const relayed = { headers: { 'x-forwarded-for': '203.0.113.7' } }

  assert.equal((await new TestBrowser(app, '127.0.0.1').request('/metrics', relayed)).status, 404)
})

test('metrics are served to this machine only, and not through a proxy on it', async (t) => {
  const { foyer } = await signedInAda(t)
  const operator = new TestBrowser(foyer.app, '127.0.0.1')
  const relayed = { headers: { 'x-forwarded-for': '127.0.0.1' } }

  assert.equal((await operator.request('/metrics')).status, 200)
  assert.equal((await operator.request('/metrics', relayed)).status, 404)
  assert.equal((await foyer.browser().request('/metrics')).status, 404)
})

test('METRICS_NETWORKS may read the metrics under any name, but not through a proxy there', async (t) => {
  const { app } = await createTestApp(t, {
    APP_URL: 'https://id.example.com',
    APP_ENV: 'staging',
    METRICS_NETWORKS: '10.2.0.0/16',
  })
  const statusOf = async (ip: string, headers: Record<string, string>) =>
    (await new TestBrowser(app, ip).request('/metrics', { headers })).status

  assert.equal(await statusOf('10.2.0.7', { host: 'app:3000' }), 200)
  assert.equal(await statusOf('10.3.0.7', { host: 'app:3000' }), 421)
  assert.equal(await statusOf('10.3.0.7', { host: 'id.example.com' }), 404)
  assert.equal(await statusOf('10.2.0.7', { host: 'id.example.com' }), 404)
  const relayed = { host: 'app:3000', 'x-forwarded-for': '10.2.0.7' }
  assert.equal(await statusOf('10.2.0.7', relayed), 421)
})

test("the metric of the event loop's delay covers the time since the last scrape", async (t) => {
  const { app } = await createTestApp(t)
  const operator = new TestBrowser(app, '127.0.0.1')
  const delay = async () => {
    const { text } = await operator.open('/metrics')
    return Number(/nodejs_eventloop_delay_seconds\{.+\} (.+)/.exec(text)?.[1])
  }
  await delay()
  await sleep(50)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await sleep(50)

  assert.ok((await delay()) > 0.3)
  // Another program may delay the loop too.
  while ((await delay()) > 0.3) await sleep(200)
})

test('a proxy on this machine without a forwarding header opens the metrics to nobody else', async (t) => {
  const { app } = await createTestApp(t, {
    APP_URL: 'https://id.example.com',
    APP_ENV: 'staging',
    PORT: '3000',
  })
  const proxyClient = new TestBrowser(app, '127.0.0.1')

  const relayed = await proxyClient.request('/metrics', { headers: { host: 'id.example.com' } })
  const direct = await proxyClient.request('/metrics', { headers: { host: '127.0.0.1:3000' } })

  assert.deepEqual([relayed.status, direct.status], [404, 200])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { signedInAda } from '#testing/people.ts'
import { createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

test('a mail that was given up is seen in the figures', async (t) => {
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
  const { foyer } = await signedInAda(t)
  const operator = new TestBrowser(foyer.app, '127.0.0.1')

  await operator.open('/metrics')
  const { text, raw } = await operator.open('/metrics')

  assert.equal(raw.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.deepEqual(
    text.match(/^# TYPE .+$/gm)?.map((line) => line.replace('# TYPE ', '')),
    [
      'foyer_answers_total counter',
      'foyer_jobs gauge',
      'foyer_broadcasts_total counter',
      'foyer_broadcasts_waiting gauge',
      'foyer_sockets gauge',
      'foyer_channels gauge',
      'foyer_channels_ready gauge',
      'foyer_sockets_closed_total counter',
      'foyer_upgrades_refused_total counter',
      'process_resident_memory_bytes gauge',
      'nodejs_eventloop_delay_seconds gauge',
      'process_uptime_seconds gauge',
    ],
  )
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/ [\d.e+-]+$/, ''))
  assert.deepEqual(samples, [
    'foyer_answers_total{status="2xx"}',
    'foyer_answers_total{status="3xx"}',
    'foyer_jobs{state="waiting"}',
    'foyer_jobs{state="dead"}',
    'foyer_broadcasts_total{outcome="told"}',
    'foyer_broadcasts_total{outcome="failed"}',
    'foyer_broadcasts_waiting',
    'foyer_sockets',
    'foyer_channels',
    'foyer_channels_ready',
    'process_resident_memory_bytes',
    'nodejs_eventloop_delay_seconds{quantile="0.99"}',
    'process_uptime_seconds',
  ])
})

test('a proxy on this machine that is not on the list speaks for others too', async (t) => {
  const { app } = await createTestApp(t, { TRUST_PROXY: '10.9.9.9' })
  const relayed = { headers: { 'x-forwarded-for': '203.0.113.7' } }

  assert.equal((await new TestBrowser(app, '127.0.0.1').request('/metrics', relayed)).status, 404)
})

test('the figures are for this machine only, and a proxy on it speaks for others', async (t) => {
  const { foyer } = await signedInAda(t)
  const operator = new TestBrowser(foyer.app, '127.0.0.1')
  const relayed = { headers: { 'x-forwarded-for': '127.0.0.1' } }

  assert.equal((await operator.request('/metrics')).status, 200)
  assert.equal((await operator.request('/metrics', relayed)).status, 404)
  assert.equal((await foyer.browser().request('/metrics')).status, 404)
})

test('a proxy on this machine that says of nobody that it speaks for others opens the figures to none of them', async (t) => {
  const { app } = await createTestApp(t, {
    APP_URL: 'https://id.example.com',
    APP_ENV: 'staging',
    PORT: '3000',
  })
  const proxyClient = new TestBrowser(app, '127.0.0.1')

  const relayed = await proxyClient.request('/metrics', { headers: { host: 'id.example.com' } })
  const asked = await proxyClient.request('/metrics', { headers: { host: '127.0.0.1:3000' } })

  assert.deepEqual([relayed.status, asked.status], [404, 200])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type TestApp, createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

const unreachableRedis = 'redis://127.0.0.1:1'

async function readiness({ app }: TestApp) {
  const answer = await new TestBrowser(app, '127.0.0.1').json('/ready')
  return { status: answer.status, ...answer.raw.json() }
}

test('a healthy server is ready', async (t) => {
  const foyer = await createTestApp(t)

  assert.deepEqual(await readiness(foyer), {
    status: 200,
    ready: true,
    database: true,
    redis: null,
    channels: true,
    draining: false,
  })
})

test('a server without Redis is ready and reports channels as down', async (t) => {
  const foyer = await createTestApp(t, { REDIS_URL: unreachableRedis })

  const { status, ready, channels } = await readiness(foyer)

  assert.deepEqual({ status, ready, channels }, { status: 200, ready: true, channels: false })
  assert.equal((await foyer.browser().open('/login')).status, 200)
})

test('a server is not ready without its database', async (t) => {
  const foyer = await createTestApp(t)
  foyer.app.database.ping = () => Promise.reject(new Error('database is down'))

  const { status, ready, database } = await readiness(foyer)

  assert.deepEqual({ status, ready, database }, { status: 503, ready: false, database: false })
})

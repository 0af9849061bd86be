import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Browser } from '#testing/browser.ts'
import { type Product, product } from '#testing/product.ts'

const nothingThere = 'redis://127.0.0.1:1'

async function readiness({ app }: Product) {
  const answer = await new Browser(app, '127.0.0.1').json('/ready')
  return { status: answer.status, ...answer.response.json() }
}

test('a server that can do all says so', async (t) => {
  const foyer = await product(t)

  assert.deepEqual(await readiness(foyer), {
    status: 200,
    ready: true,
    database: true,
    redis: null,
    channels: true,
    draining: false,
  })
})

test('without what carries the channels between servers it says so, and is ready all the same', async (t) => {
  const foyer = await product(t, { REDIS_URL: nothingThere })

  const { status, ready, channels } = await readiness(foyer)

  assert.deepEqual({ status, ready, channels }, { status: 200, ready: true, channels: false })
  assert.equal((await foyer.browser().open('/login')).status, 200)
})

test('without its database it is not ready', async (t) => {
  const foyer = await product(t)
  foyer.app.database.ping = () => Promise.reject(new Error('Away'))

  const { status, ready, database } = await readiness(foyer)

  assert.deepEqual({ status, ready, database }, { status: 503, ready: false, database: false })
})

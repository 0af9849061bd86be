import assert from 'node:assert/strict'
import test from 'node:test'

import { Site } from './testing/site.ts'

function echo(): Site {
  return new Site().routes((app) => {
    app.route({
      method: ['POST', 'DELETE'],
      url: '/echo',
      handler: async (request) => ({ body: request.body }),
    })
  })
}

function send(method: 'POST' | 'DELETE', payload: string) {
  return echo().ask({
    method,
    url: '/echo',
    payload,
    headers: { 'content-type': 'application/json' },
  })
}

test('an empty JSON body is an empty form, with every method that has one', async () => {
  assert.deepEqual((await send('DELETE', '')).json(), { body: {} })
  assert.deepEqual((await send('DELETE', '{}')).json(), { body: {} })
  assert.deepEqual((await send('POST', '{"a":1}')).json(), { body: { a: 1 } })
})

test('a body that is no JSON, or carries prototypes, is refused', async () => {
  assert.equal((await send('POST', '{')).statusCode, 400)
  assert.equal((await send('POST', '{"__proto__":{"a":1}}')).statusCode, 400)
  assert.equal((await send('POST', '{"constructor":{"prototype":{"a":1}}}')).statusCode, 400)
})

import assert from 'node:assert/strict'
import test from 'node:test'

import { TestServer } from './testing/test-server.ts'

function echoServer(): TestServer {
  return new TestServer().routes((app) => {
    app.route({
      method: ['POST', 'DELETE'],
      url: '/echo',
      handler: async (request) => ({ body: request.body }),
    })
  })
}

function send(method: 'POST' | 'DELETE', payload: string) {
  return echoServer().inject({
    method,
    url: '/echo',
    payload,
    headers: { 'content-type': 'application/json' },
  })
}

test('an empty JSON body is an empty form, for every method with a body', async () => {
  assert.deepEqual((await send('DELETE', '')).json(), { body: {} })
  assert.deepEqual((await send('DELETE', '{}')).json(), { body: {} })
  assert.deepEqual((await send('POST', '{"a":1}')).json(), { body: { a: 1 } })
})

test('a body that is not JSON, or contains prototypes, is rejected', async () => {
  assert.equal((await send('POST', '{')).statusCode, 400)
  assert.equal((await send('POST', '{"__proto__":{"a":1}}')).statusCode, 400)
  assert.equal((await send('POST', '{"constructor":{"prototype":{"a":1}}}')).statusCode, 400)
})

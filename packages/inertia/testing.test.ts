import assert from 'node:assert/strict'
import test from 'node:test'

import { defer, merge, optional } from '@foyer/inertia'
import { assertPage, loadDeferred, reload } from '@foyer/inertia/testing'

import { TestServer } from './testing/test-server.ts'

const server = new TestServer().routes((app) => {
  app.get('/list', (request, reply) =>
    reply.page('List', {
      person: String(request.headers['x-person']),
      items: merge(() => [1, 2]),
      total: optional(() => 2),
      visitors: defer(() => 42),
      side: { notes: defer(() => ['a'], 'side') },
    }),
  )
  app.get('/plain', (_request, reply) => reply.page('Plain', { name: 'Ada' }))
})

test('a reload requests the named props of the page that a response shows', async () => {
  const first = await server.inject('/list?page=2')
  const again = await reload(server, first, {
    only: ['total', 'person'],
    headers: { 'x-person': 'Ada' },
  })
  const reset = await reload(server, first, { except: ['person'], reset: ['items'] })

  const page = assertPage(again, 'List', { total: 2, person: 'Ada', items: undefined })
  assert.equal(page.url, '/list?page=2')
  assert.equal(
    assertPage(reset, 'List', { items: [1, 2], person: undefined }).mergeProps,
    undefined,
  )
})

test('deferred props are loaded at once, or by group', async () => {
  const first = await server.visit('/list')
  assertPage(first, 'List', { visitors: undefined })

  const all = await loadDeferred(server, first)
  assertPage(all, 'List', { visitors: 42, 'side.notes': ['a'], person: undefined })
  const side = await loadDeferred(server, first, { group: 'side' })
  assertPage(side, 'List', { visitors: undefined, 'side.notes': ['a'] })
})

test('a page without deferred props, or without that group, is an error that lists its groups', async () => {
  const plain = await server.visit('/plain')
  await assert.rejects(loadDeferred(server, plain), /Plain defers no props/)
  const list = await server.visit('/list')
  await assert.rejects(
    loadDeferred(server, list, { group: 'main' }),
    /List has no deferred group "main", only: default, side/,
  )
})

import assert from 'node:assert/strict'
import test from 'node:test'

import type { InertiaOptions } from '@foyer/inertia'

import { TestServer } from './testing/test-server.ts'

function historyServer(options: Partial<InertiaOptions> = {}): TestServer {
  return new TestServer(options).routes((app) => {
    app.get('/', (_request, reply) => reply.page('Home'))
    app.get('/on', (_request, reply) => reply.encryptHistory().page('Home'))
    app.get('/off', (_request, reply) => reply.encryptHistory(false).page('Home'))
    app.get('/page', (_request, reply) => reply.page('Home', {}, { encryptHistory: true }))
    app.get('/clear', (_request, reply) => reply.clearHistory().page('Home'))
    app.post('/logout', (_request, reply) => reply.clearHistory().redirect('/'))
    app.post('/logout-303', (_request, reply) => reply.clearHistory().redirect('/hop', 303))
    app.post('/logout-302', (_request, reply) =>
      reply.clearHistory().code(302).header('location', '/').send(),
    )
    app.get('/hop', (_request, reply) => reply.preserveFragment().redirect('/'))
  })
}

test('history encryption applies to all pages, one request or one page, and is absent otherwise', async () => {
  assert.equal('encryptHistory' in (await historyServer().page('/')), false)
  assert.equal((await historyServer().page('/on')).encryptHistory, true)
  assert.equal((await historyServer().page('/page')).encryptHistory, true)
  assert.equal((await historyServer({ encryptHistory: () => true }).page('/')).encryptHistory, true)
  assert.equal(
    'encryptHistory' in (await historyServer({ encryptHistory: () => true }).page('/off')),
    false,
  )
})

test('history encryption may depend on the request', async () => {
  const site = historyServer({ encryptHistory: (request) => request.headers['x-person'] === 'ada' })

  assert.equal((await site.page('/', {}, { headers: { 'x-person': 'ada' } })).encryptHistory, true)
  assert.equal((await site.page('/')).encryptHistory, undefined)
})

test('a page can clear the history', async () => {
  const site = historyServer()

  assert.equal((await site.page('/clear')).clearHistory, true)
  assert.equal('clearHistory' in (await site.page('/')), false)
})

test('the page after any redirect clears the history, and only that one', async () => {
  const site = historyServer()
  await site.visit('/logout', {}, { method: 'POST' })
  assert.equal((await site.page('/')).clearHistory, true)
  assert.equal((await site.page('/')).clearHistory, undefined)

  await site.visit('/logout-303', {}, { method: 'POST' })
  await site.visit('/hop')
  assert.equal((await site.page('/')).clearHistory, true)

  await site.visit('/logout-302', {}, { method: 'POST' })
  assert.equal((await site.page('/')).clearHistory, true)
})

test('a prefetch neither clears the history nor consumes the instruction (INR-12)', async () => {
  const site = historyServer()
  await site.visit('/logout', {}, { method: 'POST' })

  assert.equal((await site.page('/', { isPrefetch: true })).clearHistory, undefined)
  assert.equal((await site.page('/')).clearHistory, true)
})

test('the fragment survives a redirect, once', async () => {
  const site = historyServer()
  await site.visit('/hop')

  assert.equal((await site.page('/')).preserveFragment, true)
  assert.equal('preserveFragment' in (await site.page('/')), false)
})

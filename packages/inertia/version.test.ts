import assert from 'node:assert/strict'
import test from 'node:test'

import { pageOf } from '@foyer/inertia/testing'

import { homePageServer, TestServer } from './testing/test-server.ts'

function countingServer() {
  const calls: string[] = []
  const site = new TestServer().routes((app) => {
    app.get('/counted', (_request, reply) => {
      calls.push('handler')
      return reply.page('Counted', { once: () => calls.push('prop') })
    })
    app.put('/counted', (_request, reply) => reply.redirect('/counted'))
  })
  return { site, calls }
}

test('a visit with the same version passes', async () => {
  assert.equal((await homePageServer({}).visit('/')).statusCode, 200)
})

test('a visit with another version reloads the same URL', async () => {
  const answer = await homePageServer({}).visit('/?b=2&a=%201', { version: 'v0' })

  assert.equal(answer.statusCode, 409)
  assert.equal(answer.headers['x-inertia-location'], '/?b=2&a=%201')
  assert.equal(answer.headers['x-inertia-version'], 'v1')
  assert.equal(answer.headers['x-inertia'], undefined)
  assert.equal(answer.body, '')
})

test('a visit without a version counts as another version', async () => {
  const { version: _, ...headers } = { version: '', 'x-inertia': 'true' }

  assert.equal((await homePageServer({}).inject({ url: '/', headers })).statusCode, 409)
})

test('without a server version every visit passes', async () => {
  const answer = await homePageServer({}, { version: '' }).visit('/', { version: 'whatever' })

  assert.equal(answer.statusCode, 200)
  assert.equal(pageOf(answer).version, '')
})

test('a version may be a number or computed per request', async () => {
  const numbers = homePageServer({}, { version: 7 })
  let version = 1
  const counting = homePageServer({}, { version: () => version++ })
  const personal = homePageServer({}, { version: (request) => String(request.headers['x-person']) })

  assert.equal((await numbers.visit('/', { version: '7' })).statusCode, 200)
  assert.equal((await counting.visit('/', { version: '1' })).statusCode, 200)
  assert.equal((await counting.visit('/', { version: '1' })).statusCode, 409)
  const ada = { headers: { 'x-person': 'ada' } }
  assert.equal((await personal.page('/', { version: 'ada' }, ada)).version, 'ada')
  assert.equal((await personal.visit('/', { version: 'bob' }, ada)).statusCode, 409)
})

test('neither the handler nor a prop runs for another version', async () => {
  const { site, calls } = countingServer()
  await site.visit('/counted', { version: 'v0' })

  assert.deepEqual(calls, [])
})

test('a form from another version is accepted, and the next page reloads (INR-05)', async () => {
  const { site } = countingServer()
  const form = await site.visit('/counted', { version: 'v0' }, { method: 'PUT' })

  assert.equal(form.statusCode, 303)
  assert.equal((await site.visit('/counted', { version: 'v0' })).statusCode, 409)
})

test('an ordinary request never sees a 409', async () => {
  const answer = await homePageServer({}).inject({
    url: '/',
    headers: { 'x-inertia-version': 'v0' },
  })

  assert.equal(answer.statusCode, 200)
})

test('flash data survives the response to another version (INR-05)', async () => {
  const site = homePageServer({})
  const waiting = {
    flash: { banner: 'Saved.' },
    errors: { name: 'No' },
    clearHistory: true,
    preserveFragment: true,
  } as const
  site.storedFlash.set('undefined', waiting)
  await site.visit('/', { version: 'v0' })

  assert.deepEqual(site.flashWrites, [])
  const page = pageOf(await site.inject('/'))
  assert.deepEqual(page.flash, { banner: 'Saved.' })
  assert.deepEqual(page.props.errors, { name: 'No' })
  assert.equal(page.clearHistory, true)
  assert.equal(page.preserveFragment, true)
})

test('the reload location is a path, whatever headers proxies add', async () => {
  const site = homePageServer({})
  const headers = { host: 'inner:3000', 'x-forwarded-proto': 'http' }
  const answer = await site.visit('/', { version: 'v0' }, { headers })

  assert.equal(answer.headers['x-inertia-location'], '/')
})

test('an unknown path is reloaded too', async () => {
  assert.equal((await homePageServer({}).visit('/nowhere', { version: 'v0' })).statusCode, 409)
})

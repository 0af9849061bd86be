import assert from 'node:assert/strict'
import test from 'node:test'

import { pageOf } from '@foyer/inertia/testing'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { TestServer } from './testing/test-server.ts'

/** A form at /form, a page at /there, and one at /here that redirects once. */
function formServer(): TestServer {
  return new TestServer().routes((app) => {
    app.post('/form', (_request, reply) =>
      reply.errors({ name: 'No name', 'items.0.id': 'No id' }).redirect('/there'),
    )
    app.post('/saved', (_request, reply) => {
      reply.flash({ banner: 'Saved.', secret: 'one' }).flash({ secret: 'two' })
      return reply.redirect('/hop')
    })
    app.post('/both', (_request, reply) => {
      reply.flash({ banner: 'Almost.' })
      return reply.errors({ name: 'No name' }).back('/there')
    })
    app.delete('/bags', (_request, reply) =>
      reply.errors({ a: '1' }, 'one').errors({ b: '2' }, 'two').errors({ c: '3' }, 'one').back(),
    )
    app.post('/json', (_request, reply) => {
      reply.flash({ banner: 'From JSON.' })
      return reply.code(204).send()
    })
    app.get('/hop', (_request, reply) => reply.redirect('/there'))
    app.get('/there', (_request, reply) => reply.page('There', { a: 1 }))
    app.get('/now', (_request, reply) => {
      reply.flash({ banner: 'Now.' })
      return reply.page('There')
    })
    app.get('/own', (_request, reply) => reply.page('There', { errors: { own: 'yes' } }))
    app.get('/data', () => ({ some: 'json' }))
  })
}

function submit(site: TestServer, url: string, errorBag?: string) {
  const method = url === '/bags' ? 'DELETE' : 'POST'
  return site.visit(url, errorBag === undefined ? {} : { errorBag }, { method })
}

test('errors are an object on every page', async () => {
  assert.deepEqual((await formServer().page('/there')).props.errors, {})
})

test('errors appear on exactly one page, with unchanged field names', async () => {
  const site = formServer()
  await submit(site, '/form')

  assert.deepEqual((await site.page('/there')).props.errors, {
    name: 'No name',
    'items.0.id': 'No id',
  })
  assert.deepEqual((await site.page('/there')).props.errors, {})
})

test('a field may have several messages', async () => {
  const site = new TestServer().routes((app) => {
    app.post('/form', (_request, reply) =>
      reply.errors({ name: ['Too short', 'Taken'] }).back('/there'),
    )
    app.get('/there', (_request, reply) => reply.page('There'))
  })
  await submit(site, '/form', 'bag')

  assert.deepEqual((await site.page('/there', { errorBag: 'bag' })).props.errors, {
    bag: { name: ['Too short', 'Taken'] },
  })
})

test('errors go into the bag that the visit names', async () => {
  const site = formServer()
  await submit(site, '/form', 'createUser')

  assert.deepEqual((await site.page('/there', { errorBag: 'createUser' })).props.errors, {
    createUser: { name: 'No name', 'items.0.id': 'No id' },
  })
})

test("stored errors without a bag move into the bag that the page's visit names", async () => {
  const site = formServer()
  await submit(site, '/form')
  const { errors } = (await site.page('/there', { errorBag: 'login' })).props

  assert.deepEqual(Object.keys(Object(errors)), ['login'])
})

test('bags named by the server stay separate and accumulate', async () => {
  const site = formServer()
  await submit(site, '/bags', 'three')

  assert.deepEqual((await site.page('/there')).props.errors, {
    one: { a: '1', c: '3' },
    two: { b: '2' },
  })
})

test('an invalid bag name is ignored (INR-07)', async () => {
  const site = formServer()
  await submit(site, '/form', '__proto__')
  await submit(site, '/form', 'x'.repeat(65))
  const { errors } = (await site.page('/there', { errorBag: '<script>' })).props

  assert.deepEqual(Object.keys(Object(errors)), ['name', 'items.0.id'])
})

test('a page may provide its own errors', async () => {
  assert.deepEqual((await formServer().page('/own')).props.errors, { own: 'yes' })
})

test('flash is not a prop, is absent when empty, and appears once', async () => {
  const site = formServer()
  assert.equal('flash' in (await site.page('/there')), false)
  await submit(site, '/saved')
  const page = await site.page('/there')

  assert.deepEqual(page.flash, { banner: 'Saved.', secret: 'two' })
  assert.equal('flash' in page.props, false)
  assert.equal('flash' in (await site.page('/there')), false)
})

test('a flashed secret is not in the next page', async () => {
  const site = formServer()
  await submit(site, '/saved')
  await site.page('/there')

  assert.doesNotMatch((await site.visit('/there')).body, /two/)
  assert.deepEqual(site.storedFlash.get('undefined'), {})
})

test('flash and errors survive any number of redirects', async () => {
  const site = formServer()
  await submit(site, '/both')
  await site.visit('/hop')
  await site.visit('/hop')
  const page = await site.page('/there')

  assert.deepEqual(page.flash, { banner: 'Almost.' })
  assert.deepEqual(page.props.errors, { name: 'No name' })
  assert.equal(site.flashWrites.length, 2)
})

test("flash added by a page's own request appears on it and not afterwards", async () => {
  const site = formServer()

  assert.deepEqual((await site.page('/now')).flash, { banner: 'Now.' })
  assert.equal('flash' in (await site.page('/there')), false)
  assert.deepEqual(site.flashWrites, [])
})

test('a document shows flash and errors as a visit does', async () => {
  const site = formServer()
  await submit(site, '/both')
  const page = pageOf(await site.inject('/there'))

  assert.deepEqual(page.flash, { banner: 'Almost.' })
  assert.deepEqual(page.props.errors, { name: 'No name' })
})

test('a poll, a deferred group and a prefetch neither show nor consume flash data (INR-12)', async () => {
  const site = formServer()
  await submit(site, '/both')
  const poll = await site.page('/there', { component: 'There', only: ['a'], isBackground: true })
  const prefetch = await site.page('/there', { isPrefetch: true })

  assert.deepEqual([poll.flash, poll.props.errors], [undefined, {}])
  assert.deepEqual([prefetch.flash, prefetch.props.errors], [undefined, {}])
  assert.deepEqual((await site.page('/there')).flash, { banner: 'Almost.' })
})

test('a prefetch and a live validation store no flash data', async () => {
  const site = new TestServer().routes((app) => {
    app.get('/guarded', (_request, reply) => reply.flash({ banner: 'Sign in.' }).redirect('/'))
    app.post('/form', { config: { precognition: true }, preHandler: rejectRequest }, () => 'ok')
  })
  await site.visit('/guarded', { isPrefetch: true })
  await site.inject({ method: 'POST', url: '/form', headers: { precognition: 'true' } })

  assert.deepEqual(site.flashWrites, [])
})

async function rejectRequest(_request: FastifyRequest, reply: FastifyReply) {
  return reply.flash({ banner: 'No.' }).code(403).send()
}

test('a background visit redirected to another page shows its flash data', async () => {
  const site = formServer()
  await submit(site, '/both')
  const page = await site.page('/there', {
    component: 'Elsewhere',
    only: ['a'],
    isBackground: true,
  })

  assert.deepEqual(page.flash, { banner: 'Almost.' })
})

test('a partial visit by a person shows flash and errors', async () => {
  const site = formServer()
  await submit(site, '/both')
  const page = await site.page('/there', { component: 'There', only: ['a'] })

  assert.deepEqual(page.flash, { banner: 'Almost.' })
  assert.deepEqual(page.props.errors, { name: 'No name' })
})

test('JSON, HEAD and subresources consume no flash data', async () => {
  const site = formServer()
  await submit(site, '/both')
  await site.inject({ url: '/data', headers: { accept: 'application/json' } })
  await site.inject({ url: '/there', headers: { accept: 'application/json' } })
  await site.inject({ url: '/there', headers: { 'sec-fetch-dest': 'image' } })
  await site.inject({ method: 'HEAD', url: '/there' })

  assert.deepEqual((await site.page('/there')).flash, { banner: 'Almost.' })
})

test('flash from a JSON response appears on the next page', async () => {
  const site = formServer()
  await site.inject({ method: 'POST', url: '/json', headers: { accept: 'application/json' } })

  assert.deepEqual((await site.page('/there')).flash, { banner: 'From JSON.' })
})

test('a fragment redirect and a redirect to another site keep flash data', async () => {
  const site = new TestServer().routes((app) => {
    app.post('/fragment', (_request, reply) => reply.errors({ a: '1' }).redirect('/there#x'))
    app.post('/away', (_request, reply) => reply.errors({ b: '2' }).redirect('https://idp.test/'))
    app.get('/there', (_request, reply) => reply.page('There'))
  })
  await submit(site, '/fragment')
  await submit(site, '/away')

  assert.deepEqual((await site.page('/there')).props.errors, { a: '1', b: '2' })
})

test("visitors do not see each other's messages", async () => {
  const site = formServer()
  const ada = { headers: { 'x-person': 'ada' } }
  const bob = { headers: { 'x-person': 'bob' } }
  await site.visit('/both', {}, { method: 'POST', ...ada })

  assert.equal((await site.page('/there', {}, bob)).flash, undefined)
  assert.deepEqual((await site.page('/there', {}, ada)).flash, { banner: 'Almost.' })
})

test('the store is written at most once per response, before the headers, and awaited', async () => {
  const site = new TestServer({
    flashStore: {
      read: () => ({ flash: { old: 1 } }),
      write: async (_request, reply, flashData) => {
        await new Promise(setImmediate)
        reply.header('x-kept', JSON.stringify(flashData))
      },
    },
  }).routes((app) => {
    app.post('/add', (_request, reply) => reply.flash({ fresh: 2 }).redirect('/'))
    app.get('/', (_request, reply) => reply.page('Home'))
    app.get('/hop', (_request, reply) => reply.redirect('/'))
  })

  assert.equal((await submit(site, '/add')).headers['x-kept'], '{"flash":{"old":1,"fresh":2}}')
  assert.equal((await site.visit('/')).headers['x-kept'], '{}')
  assert.equal((await site.visit('/hop')).headers['x-kept'], undefined)
})

test('a response whose headers cannot be sent fails alone, even after the store was awaited', async () => {
  const flashStore = {
    read: () => ({}),
    write: () => new Promise<void>((done) => setImmediate(done)),
  }
  const site = new TestServer({ flashStore }).routes((app) => {
    app.post('/add', (_request, reply) =>
      reply.flash({ a: 1 }).header('x-broken', 'a\nb').redirect('/'),
    )
  })

  assert.equal((await submit(site, '/add')).statusCode, 500)
})

test('a failing store fails the request, once', async () => {
  let writes = 0
  const site = new TestServer({
    flashStore: {
      read: () => ({}),
      write: () => {
        writes += 1
        throw new Error('Disk full')
      },
    },
  }).routes((app) => {
    app.post('/add', (_request, reply) => reply.flash({ a: 1 }).redirect('/'))
  })

  assert.equal((await submit(site, '/add')).statusCode, 500)
  assert.equal(writes, 1)
})

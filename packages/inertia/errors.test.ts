import assert from 'node:assert/strict'
import test from 'node:test'

import type { InertiaOptions } from '@foyer/inertia'
import { defer } from '@foyer/inertia'
import { pageOf } from '@foyer/inertia/testing'
import type { FastifyError } from 'fastify'

import { TestServer } from './testing/test-server.ts'

/** A site with error pages, as in the README. */
function site(options: Partial<InertiaOptions> = {}): TestServer {
  return new TestServer({ shared: () => ({ locale: 'en' }), ...options })
    .configure((app) => {
      app.setErrorHandler((error: FastifyError, request, reply) => {
        const status = error.statusCode ?? 500
        if (request.inertia.wantsJson) return reply.code(status).send({ message: 'Sorry.' })
        return reply.page('Error', { code: status }, { status })
      })
      app.setNotFoundHandler((request, reply) => {
        if (request.inertia.wantsJson) return reply.code(404).send({ message: 'Sorry.' })
        return reply.page('Error', { code: 404 }, { status: 404 })
      })
    })
    .routes((app) => {
      app.addHook('onRequest', async (request) => {
        const status = Number(Object(request.query).refuse)
        if (status) throw Object.assign(new Error('Refused'), { statusCode: status })
      })
      app.get('/', (_request, reply) => reply.page('Home'))
      app.get('/sync', (_request, reply) => reply.page('Home', { a: fail }))
      app.get('/async', (_request, reply) => reply.page('Home', { a: async () => fail() }))
      app.get('/deferred', (_request, reply) => reply.page('Home', { a: defer(fail) }))
      app.get('/unspeakable', (_request, reply) => reply.page('Home', unserializable))
      app.get('/empty', () => Promise.reject(new Error('Secret detail')))
    })
}

function fail(): never {
  throw new Error('Secret detail')
}

/** Fails only during serialization. */
const unserializable = { at: Object.assign(new Date(0), { toJSON: fail }) }

test('an error before the handler is a page with its status, for visits and documents', async () => {
  const visit = await site().visit('/?refuse=403')
  const document = await site().inject('/?refuse=429')

  assert.deepEqual([visit.statusCode, visit.headers['x-inertia']], [403, 'true'])
  assert.deepEqual(visit.json(), {
    component: 'Error',
    props: { errors: {}, locale: 'en', code: 403 },
    url: '/?refuse=403',
    version: 'v1',
    scrollRegions: [],
    rememberedState: {},
    sharedProps: ['errors', 'locale'],
  })
  assert.equal(document.statusCode, 429)
  assert.equal(pageOf(document).props.code, 429)
})

test('an error in a prop is a page that does not reveal it', async () => {
  const answers = await Promise.all([
    site().visit('/sync'),
    site().visit('/async'),
    site().visit('/unspeakable'),
    site().visit('/empty'),
    site().visit('/deferred', { component: 'Home', only: ['a'] }),
    site().inject('/async'),
  ])

  assert.deepEqual(
    answers.map((answer) => answer.statusCode),
    [500, 500, 500, 500, 500, 500],
  )
  assert.deepEqual(
    answers.map((answer) => pageOf(answer).component),
    Array(6).fill('Error'),
  )
  assert.doesNotMatch(answers.map((answer) => answer.body).join(), /Secret/)
})

test('an unknown path is a page', async () => {
  const answer = await site().visit('/nowhere')

  assert.deepEqual([answer.statusCode, pageOf(answer).component], [404, 'Error'])
  assert.equal(answer.headers.vary, 'X-Inertia')
  assert.equal(pageOf(answer).version, 'v1')
})

test('an error page appears even if shared props or flash data fail', async () => {
  const failing = [
    site({ shared: fail }),
    site({ shared: () => Promise.reject(new Error('Secret detail')) }),
    site({ shared: () => ({ auth: fail }) }),
    site({ shared: () => ({ auth: async () => fail() }) }),
    site({ flashStore: { read: fail, write: () => undefined } }),
  ]
  const pages = await Promise.all(failing.map((each) => each.page('/')))

  assert.deepEqual(
    pages.map((page) => page.props),
    Array.from({ length: 5 }, () => ({ errors: {}, code: 500 })),
  )
})

test('an error page that cannot show flash data leaves it for the next page', async () => {
  let isDown = true
  const flaky = site({ shared: () => (isDown ? fail() : {}) })
  flaky.storedFlash.set('undefined', { flash: { banner: 'Saved.' } })
  await flaky.visit('/')
  isDown = false

  assert.deepEqual((await flaky.page('/')).flash, { banner: 'Saved.' })
})

test('an error page that fails still gets a response', async () => {
  const broken = new TestServer()
    .configure((app) =>
      app.setErrorHandler((_error, _request, reply) =>
        reply.page('Error', { a: fail }, { status: 500 }),
      ),
    )
    .routes((app) => app.get('/', fail))
  const answer = await broken.visit('/')

  assert.equal(answer.statusCode, 500)
  assert.equal(answer.headers['x-inertia'], undefined)
})

test('a document that fails is replaced by an error page only once', async () => {
  const broken = site({ document: fail })

  assert.equal((await broken.inject('/')).statusCode, 500)
  assert.equal((await broken.visit('/')).statusCode, 200)
})

test('a response that fails after a page was built is no longer marked as a page', async () => {
  const late = new TestServer()
    .configure((app) => {
      app.setErrorHandler((_error, _request, reply) => reply.code(500).send({ message: 'Sorry.' }))
      app.addHook('onSend', async (_request, reply) => {
        if (reply.statusCode === 200) fail()
      })
    })
    .routes((app) => app.get('/', (_request, reply) => reply.page('Home')))
  const answer = await late.visit('/')

  assert.deepEqual([answer.statusCode, answer.headers['x-inertia']], [500, undefined])
})

test('a client that prefers JSON gets JSON', async () => {
  const headers = { accept: 'application/json' }
  const refused = await site().inject({ url: '/?refuse=419', headers })
  const unknown = await site().inject({ url: '/nowhere', headers })

  assert.deepEqual([refused.statusCode, refused.json()], [419, { message: 'Sorry.' }])
  assert.deepEqual([unknown.statusCode, unknown.json()], [404, { message: 'Sorry.' }])
})

test('a thrown value need not be an Error', async () => {
  const answer = await site().visit('/')
  const odd = new TestServer().routes((app) => {
    app.get('/', (_request, reply) => reply.page('Home', { a: () => Promise.reject('text') }))
  })

  assert.equal(answer.statusCode, 200)
  assert.equal((await odd.visit('/')).statusCode, 500)
})

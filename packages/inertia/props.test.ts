import assert from 'node:assert/strict'
import test from 'node:test'

import { defer, merge, once, optional, scroll } from '@foyer/inertia'
import { assertPage } from '@foyer/inertia/testing'

import { homePageServer, TestServer } from './testing/test-server.ts'

const scrollPage = { previousPage: null, nextPage: null, currentPage: 1 }

test('plain and nested values are sent unchanged, empty ones too', async () => {
  const props = { a: { b: [1, { c: 'd' }] }, no: false, none: null, zero: 0, empty: '', list: [] }

  assert.deepEqual((await homePageServer(props).page('/')).props, { errors: {}, ...props })
})

test('a prop that is undefined is not sent', async () => {
  const page = await homePageServer({ a: undefined, b: () => undefined, c: { d: undefined } }).page(
    '/',
  )

  assert.deepEqual(page.props, { errors: {}, c: {} })
})

test('closures and promises are resolved, at any depth, in lists too', async () => {
  const page = await homePageServer({
    now: () => 1,
    later: async () => 2,
    promised: Promise.resolve(3),
    nested: { now: () => 4, list: [() => 5, async () => 6, { deep: Promise.resolve(7) }] },
    twice: () => () => 8,
  }).page('/')

  assert.deepEqual(page.props, {
    errors: {},
    now: 1,
    later: 2,
    promised: 3,
    nested: { now: 4, list: [5, 6, { deep: 7 }] },
    twice: 8,
  })
})

test('a list is sent as in JSON: gaps are null, and other keys are dropped', async () => {
  const list: unknown[] = [1]
  list[2] = () => 2
  list[3] = () => undefined
  Object.assign(list, { beside: 'it' })

  const page = await homePageServer({ list }).page('/')

  assert.deepEqual(page.props['list'], [1, null, 2, null])
})

test('a closure receives the request', async () => {
  const page = await homePageServer({ who: (request: { url: string }) => request.url }).page(
    '/?a=1',
  )

  assert.equal(page.props.who, '/?a=1')
})

test('closures run concurrently', async () => {
  const barrier = Promise.withResolvers<string>()
  const page = await homePageServer({
    waits: () => barrier.promise,
    opens: async () => barrier.resolve('opened'),
  }).page('/')

  assert.equal(page.props.waits, 'opened')
})

test('an error in a closure fails the request, also when another fails too', async () => {
  const site = homePageServer({
    slow: () => new Promise((_resolve, reject) => setImmediate(reject, new Error('slow'))),
    fast: () => {
      throw new Error('fast')
    },
  })
  const response = await site.visit('/')
  await new Promise(setImmediate)

  assert.equal(response.statusCode, 500)
  assert.equal(response.json().message, 'fast')
})

test('a promise that rejects early fails the request, not the process', async () => {
  const slow = () => new Promise<{}>((resolve) => setTimeout(resolve, 5, {}))
  const props = () => ({ a: Promise.reject(new Error('early')) })
  const full = await homePageServer(props, { shared: slow }).visit('/')
  const partial = await homePageServer(props).visit('/', { component: 'Home', only: ['b'] })

  assert.equal(full.json().message, 'early')
  assert.equal(partial.statusCode, 200)
})

test('toJSON is called, and prop kinds in its result are resolved', async () => {
  const page = await homePageServer({
    at: new Date(0),
    list: { toJSON: () => ({ data: [1], more: () => 2, hidden: optional(() => 3) }) },
    point: new (class {
      x = 1
      y = () => 2
    })(),
    bare: Object.assign(Object.create(null), { z: () => 3 }),
  }).page('/')

  assert.deepEqual(page.props, {
    errors: {},
    at: '1970-01-01T00:00:00.000Z',
    list: { data: [1], more: 2 },
    point: { x: 1, y: 2 },
    bare: { z: 3 },
  })
})

test('a value without a JSON form is an error that names the prop', async () => {
  const big = await homePageServer({ a: { b: [1n] } }).visit('/')
  const map = await homePageServer({ a: () => new Map() }).visit('/')

  assert.equal(big.json().message, 'The prop "a.b.0" holds a BigInt, which JSON cannot carry.')
  assert.equal(map.json().message, 'The prop "a" holds a Map or a Set, which JSON cannot carry.')
})

test('lists that look like callables are data', async () => {
  const list = ['console', 'log']

  assert.deepEqual((await homePageServer({ list }).page('/')).props.list, list)
})

test('the values passed to a page are never changed', async () => {
  const shared = Object.freeze({ user: Object.freeze({ name: () => 'Ada' }) })
  const site = homePageServer({ shared, 'shared.extra': () => 1 })

  assert.deepEqual((await site.page('/')).props.shared, { user: { name: 'Ada' }, extra: 1 })
  assert.deepEqual((await site.page('/')).props.shared, { user: { name: 'Ada' }, extra: 1 })
})

test("a page's own props override shared props", async () => {
  const site = homePageServer(
    { title: 'Home', both: 'page' },
    { shared: () => ({ both: 'shared', auth: { user: 'Ada' } }) },
  )

  assertPage(await site.visit('/'), 'Home', { both: 'page', title: 'Home', 'auth.user': 'Ada' })
})

test('props can be shared with one request only', async () => {
  const site = new TestServer({
    shared: async (request) => ({ path: request.url, both: 1 }),
  }).configure((app) => {
    app.addHook('preHandler', async (request) => request.share({ who: request.headers['x-who'] }))
    app.get('/*', async (request, reply) => {
      await new Promise(setImmediate)
      request.share({ both: 2 })
      return reply.page('Any')
    })
  })
  const [ada, bob] = await Promise.all([
    site.page('/ada', {}, { headers: { 'x-who': 'ada' } }),
    site.page('/bob', {}, { headers: { 'x-who': 'bob' } }),
  ])

  assert.deepEqual(ada?.props, { errors: {}, path: '/ada', both: 2, who: 'ada' })
  assert.deepEqual(bob?.props, { errors: {}, path: '/bob', both: 2, who: 'bob' })
})

test('shared closures run per request, and only when requested', async () => {
  let calls = 0
  const site = homePageServer({ title: 'Home' }, { shared: () => ({ costly: () => (calls += 1) }) })

  assert.equal((await site.page('/')).props.costly, 1)
  assert.equal(
    (await site.page('/', { component: 'Home', only: ['title'] })).props.costly,
    undefined,
  )
  assert.equal((await site.page('/')).props.costly, 2)
})

test('a page lists shared props by first segment, once, on partial reloads too', async () => {
  const site = homePageServer(
    { own: 1 },
    { shared: () => ({ auth: { user: 1 }, 'auth.badge': 2, locale: 'en' }) },
  )
  const names = ['errors', 'auth', 'locale']

  assert.deepEqual((await site.page('/')).sharedProps, names)
  assert.deepEqual((await site.page('/', { component: 'Home', only: ['own'] })).sharedProps, names)
})

test('the list of shared props can be turned off', async () => {
  const page = await homePageServer({}, { announceShared: false }).page('/')

  assert.equal('sharedProps' in page, false)
})

test('a dotted key sets a value inside a prop, calling closures on the way', async () => {
  const site = homePageServer(
    { 'auth.badge': 3, 'auth.user.name': () => 'Ada', 'fresh.start': true },
    { shared: () => ({ auth: async () => ({ user: async () => ({ id: 1 }) }) }) },
  )

  assert.deepEqual((await site.page('/')).props, {
    errors: {},
    auth: { user: { id: 1, name: 'Ada' }, badge: 3 },
    fresh: { start: true },
  })
})

test('a dotted key calls nothing for a partial reload of other props', async () => {
  let calls = 0
  const site = homePageServer(
    { own: 1, 'auth.badge': 3 },
    { shared: () => ({ auth: () => ({ a: calls++ }) }) },
  )
  const page = await site.page('/', { component: 'Home', only: ['own'] })

  assert.deepEqual(page.props, { errors: {}, own: 1 })
  assert.equal(calls, 0)
})

test('a dotted key cannot reach into a prop kind, nor into prototypes', async () => {
  const kind = await homePageServer({ list: merge([1]), 'list.more': 2 }).visit('/')
  const polluted = await homePageServer({ ['a.__proto__.b']: 1, ['__proto__.b']: 1 }).visit('/')

  assert.equal(kind.json().message, 'A dotted key must not reach into the prop kind "list".')
  assert.equal(polluted.statusCode, 200)
  assert.equal(Object(Object.prototype).b, undefined)
})

test('a closure may return any prop kind', async () => {
  const page = await homePageServer({
    optional: () => optional(() => 1),
    deferred: async () => defer(() => 2),
    merged: () => merge([3]),
    once: () => once(() => 4),
    scrolled: () => scroll({ data: [5] }, scrollPage),
  }).page('/')

  assert.deepEqual(page.props, { errors: {}, merged: [3], once: 4, scrolled: { data: [5] } })
  assert.deepEqual(page.deferredProps, { default: ['deferred'] })
  assert.deepEqual(page.mergeProps, ['merged', 'scrolled.data'])
  assert.deepEqual(page.onceProps, { once: { prop: 'once', expiresAt: null } })
  assert.deepEqual(Object.keys(page.scrollProps ?? {}), ['scrolled'])
})

test('metadata is in the order of the props, however late they resolve', async () => {
  const page = await homePageServer({
    a: () => new Promise((resolve) => setTimeout(resolve, 5, merge([1]))),
    b: { c: merge([2]), d: async () => ({ e: merge([3]) }) },
    f: merge(async () => [4]),
  }).page('/')

  assert.deepEqual(page.mergeProps, ['a', 'b.c', 'b.d.e', 'f'])
})

test('empty metadata is omitted', async () => {
  const page = await homePageServer({ a: () => 1 }).page('/')

  assert.deepEqual(Object.keys(page), [
    'component',
    'props',
    'url',
    'version',
    'scrollRegions',
    'rememberedState',
    'sharedProps',
  ])
})

test('an omitted prop kind inside a list is dropped from the list', async () => {
  const page = await homePageServer({ list: [1, optional(() => 2), merge([3])] }).page('/')

  assert.deepEqual(page.props.list, [1, [3]])
  assert.deepEqual(page.mergeProps, ['list.2'])
})

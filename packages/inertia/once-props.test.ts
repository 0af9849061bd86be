import assert from 'node:assert/strict'
import test from 'node:test'

import { merge, once, optional } from '@foyer/inertia'
import { pageOf, visitHeaders } from '@foyer/inertia/testing'

import { homePageServer } from './testing/test-server.ts'

test('once: the first visit gets value and metadata', async () => {
  const page = await homePageServer({
    countries: once(() => ['NL']),
    deep: { a: once(() => 1) },
  }).page('/')

  assert.deepEqual(page.props.countries, ['NL'])
  assert.deepEqual(page.onceProps, {
    countries: { prop: 'countries', expiresAt: null },
    'deep.a': { prop: 'deep.a', expiresAt: null },
  })
})

test('once: while the client has the value, only metadata is sent, and nothing is called', async () => {
  const site = homePageServer({ countries: once(() => assert.fail('called')).as('lands'), b: 1 })
  const page = await site.page('/', { exceptOnceProps: ['lands', 'other'] })

  assert.deepEqual(page.props, { errors: {}, b: 1 })
  assert.deepEqual(page.onceProps, { lands: { prop: 'countries', expiresAt: null } })
})

test('once: a document always has the value', async () => {
  const headers = { 'x-inertia-except-once-props': 'a' }
  const page = pageOf(await homePageServer({ a: once(() => 1) }).inject({ url: '/', headers }))

  assert.equal(page.props.a, 1)
})

test('once: fresh values and partial reloads send the value even if the client has one', async () => {
  const site = homePageServer({
    a: once(() => 1).fresh(),
    b: once(() => 2),
    c: once(() => 3).fresh(false),
  })
  const full = await site.page('/', { exceptOnceProps: ['a', 'b', 'c'] })
  const partial = await site.page('/', { component: 'Home', only: ['b'], exceptOnceProps: ['b'] })

  assert.deepEqual(full.props, { errors: {}, a: 1 })
  assert.deepEqual(partial.props, { errors: {}, b: 2 })
})

test('once: the expiry is in milliseconds, from seconds or a date', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1000 })
  const props = { a: once(() => 1).until(60), b: once(() => 2).until(new Date(5)) }
  const { onceProps } = await homePageServer(() => props).page('/')

  assert.equal(onceProps?.a?.expiresAt, 61_000)
  assert.equal(onceProps?.b?.expiresAt, 5)
})

test('once: a partial reload carries metadata of requested props', async () => {
  const site = homePageServer({ a: once(() => 1), b: once(() => 2), c: 3 })
  const page = await site.page('/', { component: 'Home', only: ['b', 'c'] })

  assert.deepEqual(Object.keys(page.onceProps ?? {}), ['b'])
})

test('once and optional: only metadata is sent until the prop is requested', async () => {
  const site = homePageServer({ a: optional(() => 1).once() })

  const first = await site.page('/')
  assert.deepEqual(first.props, { errors: {} })
  assert.deepEqual(Object.keys(first.onceProps ?? {}), ['a'])
  assert.equal((await site.page('/', { component: 'Home', only: ['a'] })).props.a, 1)
})

test('once and merged: both are in the metadata', async () => {
  const page = await homePageServer({ a: merge([1]).once() }).page('/')

  assert.deepEqual([page.mergeProps, Object.keys(page.onceProps ?? {})], [['a'], ['a']])
})

test('once: shared with every page', async () => {
  const site = homePageServer({}, { shared: () => ({ countries: once(() => ['NL']) }) })

  assert.deepEqual((await site.page('/')).props.countries, ['NL'])
  assert.equal(
    (await site.page('/', { exceptOnceProps: ['countries'] })).props.countries,
    undefined,
  )
})

test('once: hostile keys from the client are harmless', async () => {
  const headers = visitHeaders({
    version: 'v1',
    exceptOnceProps: ['__proto__', 'constructor', 'a'],
  })
  const page = pageOf(
    await homePageServer({ a: once(() => 1).as('__proto__') }).inject({ url: '/', headers }),
  )

  assert.equal(page.props.a, undefined)
})

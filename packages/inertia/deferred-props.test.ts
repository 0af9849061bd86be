import assert from 'node:assert/strict'
import test from 'node:test'

import type { InertiaOptions } from '@foyer/inertia'
import { defer, merge, once } from '@foyer/inertia'

import { homePageServer } from './testing/test-server.ts'

const broken = () => Promise.reject(new Error('No database'))

test('a deferred prop is announced on the first visit, by group, in the order of the page', async () => {
  const page = await homePageServer({
    a: defer(() => 1),
    b: 2,
    c: { d: defer(() => 3, 'side') },
    e: defer(() => 4),
    f: () => ({ g: defer(() => 5, 'side') }),
  }).page('/')

  assert.deepEqual(page.props, { errors: {}, b: 2, c: {}, f: {} })
  assert.deepEqual(page.deferredProps, { default: ['a', 'e'], side: ['c.d', 'f.g'] })
})

test('a deferred closure does not run on the first visit', async () => {
  assert.equal((await homePageServer({ a: defer(broken) }).visit('/')).statusCode, 200)
})

test('a partial reload receives a deferred prop without another announcement', async () => {
  const props = { a: defer(() => 1), b: { c: defer(async () => [2], 'side') }, d: defer(broken) }
  const page = await homePageServer(props).page('/', { component: 'Home', only: ['a', 'b.c'] })

  assert.deepEqual(page.props, { errors: {}, a: 1, b: { c: [2] } })
  assert.equal('deferredProps' in page, false)
})

test('a group may have any name', async () => {
  const page = await homePageServer({ a: defer(() => 1, 'constructor') }).page('/')

  assert.deepEqual(page.deferredProps, { constructor: ['a'] })
})

test('an error in a deferred prop fails the request', async () => {
  const site = homePageServer({ a: defer(broken) })

  assert.equal((await site.visit('/', { component: 'Home', only: ['a'] })).statusCode, 500)
})

test('a rescued prop is omitted, named and reported, and the others arrive', async () => {
  const reports: unknown[] = []
  const onRescue: InertiaOptions['onRescue'] = (error, path) =>
    void reports.push([path, String(error)])
  const props = {
    ok: defer(() => 1),
    broken: merge(broken).defer('default', { rescue: true }),
    deep: { broken: defer(() => ({ inside: broken }), 'default', { rescue: true }) },
  }
  const only = ['ok', 'broken', 'deep.broken']
  const response = await homePageServer(props, { onRescue }).visit('/', { component: 'Home', only })
  const page = response.json()

  assert.equal(response.statusCode, 200)
  assert.deepEqual(page.props, { errors: {}, ok: 1, deep: {} })
  assert.deepEqual(page.rescuedProps, ['broken', 'deep.broken'])
  assert.equal('mergeProps' in page, false)
  assert.deepEqual(reports, [
    ['broken', 'Error: No database'],
    ['deep.broken', 'Error: No database'],
  ])
})

test('a rescued prop has no other metadata, even for its parts that succeeded', async () => {
  const load = () => ({ list: merge([1]), broken })
  const site = homePageServer(
    { a: defer(load, 'default', { rescue: true }) },
    { onRescue: () => undefined },
  )
  const page = await site.page('/', { component: 'Home', only: ['a'] })

  assert.deepEqual(page.rescuedProps, ['a'])
  assert.equal('mergeProps' in page, false)
})

test('a prop that fails during serialization is rescued too', async () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const date = Object.assign(new Date(0), { toJSON: () => assert.fail('no JSON') })
  const props = {
    a: defer(() => circle, 'default', { rescue: true }),
    b: defer(() => 1n, 'default', { rescue: true }),
    c: defer(() => ({ date }), 'default', { rescue: true }),
  }
  const page = await homePageServer(props, { onRescue: () => undefined }).page('/', {
    component: 'Home',
    only: ['a', 'b', 'c'],
  })

  assert.deepEqual(page.props, { errors: {} })
  assert.deepEqual(page.rescuedProps, ['a', 'b', 'c'])
})

test('deferred and merged: both are in the metadata', async () => {
  const page = await homePageServer({ list: defer(() => [1]).merge() }).page('/')

  assert.deepEqual(page.deferredProps, { default: ['list'] })
  assert.deepEqual(page.mergeProps, ['list'])
})

test('deferred and once: not announced again while the client has it', async () => {
  const site = homePageServer({ rates: once(() => 1).defer() })
  const first = await site.page('/')
  const later = await site.page('/', { exceptOnceProps: ['rates'] })

  assert.deepEqual(first.deferredProps, { default: ['rates'] })
  assert.equal('deferredProps' in later, false)
  assert.deepEqual(later.onceProps, { rates: { prop: 'rates', expiresAt: null } })
})

import assert from 'node:assert/strict'
import test from 'node:test'

import { always, defer, merge, optional } from '@foyer/inertia'
import * as fc from 'fast-check'

import { parseHeaderList } from './core/header-list.ts'
import { InertiaRequest } from './core/inertia-request.ts'
import { resolveProps } from './core/resolve-props.ts'
import { homePageServer } from './testing/test-server.ts'

test('a header list is trimmed; empty, overlong and excess entries are dropped', () => {
  assert.deepEqual(parseHeaderList(' a , ,b,, c.d '), ['a', 'b', 'c.d'])
  assert.deepEqual(parseHeaderList('x'.repeat(257)), [])
  assert.equal(parseHeaderList('a,'.repeat(5000)).length, 256)
  assert.deepEqual(parseHeaderList(undefined), [])
})

test('prototype names in headers are ordinary names', async () => {
  const only = ['__proto__', 'constructor.prototype', 'toString', 'a.__proto__.b', 'a']
  const page = await homePageServer({ a: { b: 1 } }).page('/', {
    component: 'Home',
    only,
    reset: only,
  })

  assert.deepEqual(page.props, { errors: {}, a: { b: 1 } })
})

test("a value's own __proto__ key changes no prototype", async () => {
  const value = JSON.parse('{"__proto__":{"isAdmin":true},"b":1}')
  const mixed = Object.assign(JSON.parse('{"__proto__":{"isAdmin":true}}'), { next: () => 1 })
  const response = await homePageServer({ value, lazy: () => value, mixed }).visit('/')

  assert.equal(response.statusCode, 200)
  assert.equal(Object(response.json().props.lazy).b, 1)
  assert.equal(response.json().props.mixed.next, 1)
  assert.equal(Object({}).isAdmin, undefined)
})

function wideProps(count: number): Record<string, unknown> {
  const entries = Array.from({ length: count }, (_, index) => [
    `p${index}`,
    { a: () => 1, b: merge([index]) },
  ])
  return Object.fromEntries(entries)
}

test('a partial reload among thousands of props sends exactly the requested ones', async () => {
  const names = Array.from({ length: 250 }, (_, index) => `p${index * 2}`)
  const inertiaRequest = new InertiaRequest('GET', {
    'x-inertia': 'true',
    'x-inertia-partial-component': 'Home',
    'x-inertia-partial-data': names.join(','),
  })
  const options = { component: 'Home', inertiaRequest, context: null, onRescue: () => undefined }
  const { props } = await resolveProps(wideProps(20_000), options)

  const sent = JSON.parse(JSON.stringify(props))

  assert.deepEqual(Object.keys(sent).toSorted(), names.toSorted())
  assert.deepEqual(sent.p498, { a: 1, b: [498] })
})

test('any partial reload sends a subset of the full page, filtered by only and except', async () => {
  const tree = fc.letrec((tie) => ({
    node: fc.oneof({ depthSize: 'small' }, fc.constantFrom(1, null, 'x', false), tie('map')),
    map: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('node'), { maxKeys: 3 }),
  }))
  const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  const paths = fc.array(
    path.map((keys) => keys.join('.')),
    { minLength: 1, maxLength: 3 },
  )

  await fc.assert(
    fc.asyncProperty(tree.map, paths, paths, async (value, only, except) => {
      const inertiaRequest = new InertiaRequest('GET', {
        'x-inertia-partial-component': 'Home',
        'x-inertia-partial-data': only.join(','),
        'x-inertia-partial-except': except.join(','),
      })
      const options = {
        component: 'Home',
        inertiaRequest,
        context: null,
        onRescue: () => undefined,
      }
      const whole = JSON.parse(JSON.stringify(value))
      const { props } = await resolveProps(whole, options)
      assert.deepEqual(JSON.parse(JSON.stringify(props)), expected(whole, only, except, ''))
    }),
  )
})

function isBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}.`)
}

/** The protocol's rule as written, without optimization. */
function expected(tree: unknown, only: string[], except: string[], prefix: string): unknown {
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(
    Object.entries(tree)
      .map(([key, value]): [string, string, unknown] => [key, `${prefix}${key}`, value])
      .filter(([, path]) => only.some((it) => isBelow(path, it) || isBelow(it, path)))
      .filter(([, path]) => !except.some((it) => isBelow(path, it)))
      .map(([key, path, value]) => [key, expected(value, only, except, `${path}.`)]),
  )
}

test('a prop kind that escapes resolution is an error, not an empty object', () => {
  assert.throws(() => JSON.stringify({ a: always(1) }), /before it was resolved/)
  assert.throws(() => JSON.stringify([defer(() => 1), optional(() => 2)]), /before it was resolved/)
})

test('a prop that contains itself is an error that names it', async () => {
  const user: Record<string, unknown> = { name: 'Ada' }
  user['self'] = user
  const list: unknown[] = []
  list.push({ list })
  const circular = {
    'a value': { user },
    'a closure': { user: () => user },
    'a promise': { user: Promise.resolve(user) },
    'beside a closure': { user: { ...user, next: () => 1 } },
    'a list': { list },
    'a merged list': { list: merge(list) },
    'a shared value': { auth: { user } },
  }
  for (const [what, props] of Object.entries(circular)) {
    const response = await homePageServer(props).visit('/')
    assert.equal(response.statusCode, 500)
    assert.match(
      response.json().message,
      /^The prop "(auth\.)?(user|list)\..*contains itself/,
      what,
    )
  }
})

test('a deep value that does not contain itself is sent', async () => {
  const deep = JSON.parse('{"a":'.repeat(500) + '1' + '}'.repeat(500))
  const { props } = await homePageServer({ deep, lazy: () => deep }).page('/')
  assert.deepEqual([props['deep'], props['lazy']], [deep, deep])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'
import qs from 'qs'

import { exampleRoutes } from './example-routes.ts'
import { assertQueryLimits } from './query-limits.ts'
import { routeBuilder } from './route-builder.ts'
import { RouteError } from './route-error.ts'
import { routeTable } from './table.ts'

const origin = 'https://example.com'
const route = routeBuilder<typeof exampleRoutes>(routeTable(exampleRoutes, { origin }))

function routeErrorOf(build: () => string): string {
  try {
    return `built ${build()}`
  } catch (error) {
    assert.ok(error instanceof RouteError)
    return error.message
  }
}

test('a route is a path, or an absolute URL when requested (ZB-01, ZB-03, ZB-19, ZB-26)', () => {
  assert.equal(route('posts.index'), '/posts')
  assert.equal(route('posts.index', {}, true), 'https://example.com/posts')
  assert.equal(route('home'), '/')
  assert.equal(route('home', null, true), 'https://example.com')
  assert.equal(route('home', { tab: 'a' }, true), 'https://example.com?tab=a')
  const atPort = routeBuilder(routeTable(exampleRoutes, { origin: `${origin}:8443` }))
  assert.equal(atPort('posts.index', {}, true), 'https://example.com:8443/posts')
})

test('without an origin an absolute URL is a path, and never empty', () => {
  const withoutOrigin = routeBuilder(routeTable(exampleRoutes))
  assert.equal(withoutOrigin('home', undefined, true), '/')
  assert.equal(withoutOrigin('home', { tab: 'a' }, true), '/?tab=a')
  assert.equal(withoutOrigin('posts.index', undefined, true), '/posts')
})

test('parameters are passed by name, or bare when there is one, including zero (ZB-08, ZB-10, ZB-30)', () => {
  assert.equal(route('comments.show', { post: 1, comment: 'x' }), '/posts/1/comments/x')
  assert.equal(route('posts.show', 0), '/posts/0')
  assert.equal(route('posts.show', { post: '1' }), '/posts/1')
})

test('an unknown name is rejected, inherited names too', () => {
  const unknown = routeBuilder(routeTable(exampleRoutes, { origin }))
  assert.deepEqual(
    ['tightenco', 'constructor', '__proto__', 'toString'].map((name) =>
      routeErrorOf(() => unknown(name)),
    ),
    [
      "route 'tightenco' is not in the route list.",
      "route 'constructor' is not in the route list.",
      "route '__proto__' is not in the route list.",
      "route 'toString' is not in the route list.",
    ],
  )
})

test('a missing or empty required parameter is rejected', () => {
  const untyped = routeBuilder(routeTable(exampleRoutes, { origin }))
  const missing = "'comment' parameter is required for route 'comments.show'."
  assert.equal(
    routeErrorOf(() => untyped('comments.show', { post: 1 })),
    missing,
  )
  assert.equal(
    routeErrorOf(() => untyped('comments.show', { post: 1, comment: '' })),
    missing,
  )
  assert.match(
    routeErrorOf(() => untyped('comments.show')),
    /^'post' parameter is required/,
  )
})

test("the types require each path's parameters, in any order and with any extra values (ZT-01, ZT-02, ZT-04)", () => {
  assert.throws(illTyped, RouteError)
})

function illTyped() {
  return [
    // @ts-expect-error comment is missing
    route('comments.show', { post: 1 }),
    // @ts-expect-error both are missing
    route('comments.show'),
    // @ts-expect-error two parameters cannot be one bare value
    route('comments.show', 1),
    // @ts-expect-error no such route
    route('comments.list'),
    route('comments.show', { page: 2, comment: 1, tags: ['a'], post: 1 }),
  ]
}

test('a value must match its whole pattern', () => {
  assert.equal(route('year', 'now'), '/year/now')
  assert.equal(
    routeErrorOf(() => route('year', 'nowhere')),
    "'year' parameter 'nowhere' does not match required format '[0-9]{4}|now' for route 'year'.",
  )
  assert.match(
    routeErrorOf(() => route('year', '2026\n')),
    /does not match/,
  )
  assert.match(
    routeErrorOf(() => route('files', { extension: '.exe' })),
    /'\.exe' does not match/,
  )
})

test('an optional parameter may be omitted, with its slash (ZB-20, ZB-21, ZB-35)', () => {
  assert.equal(route('optional', { id: 1 }), '/optional/1')
  assert.equal(route('optional', { id: 1, slug: null }), '/optional/1')
  assert.equal(route('optional', { id: 1, slug: 'a' }), '/optional/1/a')
  assert.equal(route('files'), '/files/file')
  assert.equal(route('files', { extension: '.pdf' }), '/files/file.pdf')
})

test('values that name no parameter go to the query, lists in brackets (ZB-23, ZB-25, ZB-28, ZB-29)', () => {
  assert.equal(route('posts.show', { post: 1, page: 2 }), '/posts/1?page=2')
  assert.equal(route('posts.show', { id: 2, post: 1, gone: null }), '/posts/1?id=2')
  assert.equal(route('posts.index', { tags: ['a b', 'c'] }), '/posts?tags[]=a%20b&tags[]=c')
  assert.equal(route('posts.index', { filter: { name: 'Ada' } }), '/posts?filter[name]=Ada')
  assert.equal(route('posts.index', { a: null, b: undefined, c: true, d: false }), '/posts?c=1&d=0')
  assert.equal(route('posts.index', { title: 'Blues&Clues' }), '/posts?title=Blues%26Clues')
  assert.equal(route('posts.show', { post: 1, _query: { post: 2 } }), '/posts/1?post=2')
})

test('lists inside lists and lists of objects keep their shape', () => {
  const nested = {
    rows: [[1, 2], [3]],
    people: [{ name: 'Ada', tags: ['a', 'b'] }, { name: 'Bob' }],
  }
  const url = route('posts.index', nested)
  assert.equal(
    url,
    '/posts?rows[0][]=1&rows[0][]=2&rows[1][]=3' +
      '&people[0][name]=Ada&people[0][tags][]=a&people[0][tags][]=b&people[1][name]=Bob',
  )
  assert.deepEqual(qs.parse(url.slice('/posts?'.length)), {
    rows: [['1', '2'], ['3']],
    people: [{ name: 'Ada', tags: ['a', 'b'] }, { name: 'Bob' }],
  })
})

test('a query beyond the limits of the server is rejected', () => {
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`)
  const many = (count: number) => Object.fromEntries(tags(count).map((tag) => [tag, 1]))
  assert.equal(route('posts.index', { tags: tags(20) }).split('&').length, 20)
  assert.equal(
    routeErrorOf(() => route('posts.index', { tags: tags(21) })),
    "a query has 21 items of 'tags', and may have 20.",
  )
  assert.equal(
    route('posts.index', { a: { b: { c: { d: { e: { f: 1 } } } } } }),
    '/posts?a[b][c][d][e][f]=1',
  )
  assert.equal(
    routeErrorOf(() => route('posts.index', { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } })),
    "a query has 6 levels of 'a', and may have 5.",
  )
  assert.equal(route('posts.index', many(1000)).split('&').length, 1000)
  assert.equal(
    routeErrorOf(() => route('posts.index', many(1001))),
    'a query has 1001 parameters, and may have 1000.',
  )
})

test('a query string is checked before it is parsed, encoded or not', () => {
  const repeated = (pair: string, count: number) => Array(count).fill(pair).join('&')
  assert.doesNotThrow(() => assertQueryLimits(`?${repeated('a[]=1', 20)}&year[2026]=1&b=%5B`))
  const rejected = [
    repeated('a%5B%5D=1', 21),
    repeated('a=1', 21),
    Array.from({ length: 21 }, (_, index) => `a[${index}][name]=1`).join('&'),
    'a%5bb%5d[c][d][e][f][g]=1',
    repeated('', 1001),
  ]
  for (const search of rejected) assert.throws(() => assertQueryLimits(search), RouteError)
})

test('a value cannot leave its path segment (ZB-37, ZB-38)', () => {
  assert.equal(route('posts.show', 'a/b?c#d%2e\\'), '/posts/a%2Fb%3Fc%23d%252e%5C')
  assert.equal(route('posts.show', 'a@b:c;d,e=f+g&h'), '/posts/a@b:c;d,e=f+g&h')
  assert.match(
    routeErrorOf(() => route('posts.show', '..')),
    /would leave its path/,
  )
  assert.match(
    routeErrorOf(() => route('comments.show', { post: '.', comment: 1 })),
    /leave its path/,
  )
  assert.equal(route('posts.show', '\ud800'), '/posts/%EF%BF%BD')
  assert.equal(route('tree', '/etc/passwd'), '/tree/%2Fetc%2Fpasswd')
})

test('any value round-trips without changing the shape of the URL', () => {
  const value = fc
    .string({ minLength: 1, unit: 'binary' })
    .filter((it) => it !== '.' && it !== '..')
  fc.assert(
    fc.property(value, fc.string({ unit: 'binary' }), (post, search) => {
      const url = new URL(route('comments.show', { post, comment: 1, search }), origin)
      const [, posts, segment = '', comments, one, ...more] = url.pathname.split('/')
      assert.deepEqual([posts, comments, one, more], ['posts', 'comments', '1', []])
      assert.equal(decodeURIComponent(segment), post.toWellFormed())
      assert.equal(url.searchParams.get('search'), search.toWellFormed())
      assert.equal(url.origin + url.hash, origin)
    }),
  )
})

test('defaults fill in missing parameters; without a default they are required (ZB-02, ZB-07)', () => {
  const table = { ...routeTable(exampleRoutes, { origin }), defaults: { post: 7 } }
  const withDefault = routeBuilder(table)
  assert.equal(withDefault('comments.show', { comment: 1 }), '/posts/7/comments/1')
  assert.equal(withDefault('comments.show', { post: 8, comment: 1 }), '/posts/8/comments/1')
  const without = routeBuilder({ ...table, defaults: {} })
  assert.match(
    routeErrorOf(() => without('comments.show', { comment: 1 })),
    /^'post' parameter is required/,
  )
})

test('a builder only knows the routes in its table (ZU-01)', () => {
  const guest = routeBuilder<typeof exampleRoutes>(
    routeTable(exampleRoutes, { include: (name) => name === 'home' }),
  )
  assert.ok(guest.has('home'))
  assert.ok(!guest.has('verify'))
  assert.match(
    routeErrorOf(() => guest('posts.index')),
    /not in the route list/,
  )
})

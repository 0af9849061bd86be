import assert from 'node:assert/strict'
import { test } from 'node:test'

import { exampleRoutes } from './example-routes.ts'
import { routeBuilder } from './route-builder.ts'
import { routeTable } from './table.ts'

const at = (place: string | undefined, origin = 'https://example.com') =>
  routeBuilder<typeof exampleRoutes>(routeTable(exampleRoutes, { origin }), {
    location: () => place,
  })()

test('the current route is the one that the page is on', () => {
  const page = at('https://example.com/posts/7?tab=notes')
  assert.equal(page.current(), 'posts.show')
  assert.ok(page.current('posts.*'))
  assert.ok(page.current('posts.show', { post: 7, tab: 'notes' }))
  assert.ok(!page.current('posts.show', { post: 8 }))
  assert.deepEqual(page.params, { post: '7', tab: 'notes' })
  assert.ok(page.has('home'))
})

test('a list in the query matches when the page has each of its values', () => {
  const page = at('/posts?tags[]=a&tags[]=b&filter[on]=1')
  assert.ok(page.current('posts.index', { tags: ['b'] }))
  assert.ok(page.current('posts.index', { filter: { on: true } }))
  assert.ok(!page.current('posts.index', { tags: ['c'] }))
})

test('a base path is not part of the route, and another base path has none', () => {
  assert.equal(at('/shop/posts', 'https://example.com/shop').current(), 'posts.index')
  assert.equal(at('/shop', 'https://example.com/shop').current(), 'home')
  assert.equal(at('/shopping/posts', 'https://example.com/shop').current(), undefined)
})

test('without a location and at a malformed path no route is current', () => {
  assert.equal(at(undefined).current(), undefined)
  assert.equal(at(undefined).current('*'), false)
  assert.deepEqual(at(undefined).params, {})
  assert.deepEqual(at('/posts/%ff').params, { post: '%ff' })
  assert.equal(at('/constructor').current(), undefined)
})

test('a route that is never opened as a page is not current', () => {
  assert.equal(at('/posts/7').current('posts.update'), false)
})

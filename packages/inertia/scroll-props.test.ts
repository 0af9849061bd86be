import assert from 'node:assert/strict'
import test from 'node:test'

import { scroll } from '@foyer/inertia'

import { homePageServer } from './testing/test-server.ts'

const secondPage = { previousPage: 1, nextPage: 3, currentPage: 2 }
const list = { data: [{ id: 1 }] }
const pageFromValue = (it: { data: unknown[] }) => ({ ...secondPage, currentPage: it.data.length })
const noPage = () => JSON.parse('{}')

test('a scroll prop carries its merge path and pagination state', async () => {
  const page = await homePageServer({ list: scroll(list, secondPage) }).page('/')

  assert.deepEqual(page.props.list, list)
  assert.deepEqual(page.mergeProps, ['list.data'])
  assert.deepEqual(page.scrollProps, { list: { pageName: 'page', ...secondPage, reset: false } })
})

test('items can be matched, use another wrapper or none, and be paged by cursors', async () => {
  const cursor = { pageName: 'cursor', previousPage: null, nextPage: 'abc', currentPage: 'start' }
  const page = await homePageServer({
    a: scroll({ items: [] }, cursor, 'items').matchOn('items.id'),
    b: scroll([1], secondPage, ''),
  }).page('/')

  assert.deepEqual(page.mergeProps, ['a.items', 'b'])
  assert.deepEqual(page.matchPropsOn, ['a.items.id'])
  assert.deepEqual(page.scrollProps?.a, { ...cursor, reset: false })
})

test('scrolling backwards prepends; anything else appends', async () => {
  const site = homePageServer({ list: scroll(list, secondPage) })
  const asked = { component: 'Home', only: ['list'] }
  const junk = { headers: { 'x-inertia-infinite-scroll-merge-intent': 'sideways' } }

  assert.deepEqual((await site.page('/', { ...asked, scrollIntent: 'prepend' })).prependProps, [
    'list.data',
  ])
  assert.deepEqual((await site.page('/', { ...asked, scrollIntent: 'append' })).mergeProps, [
    'list.data',
  ])
  assert.deepEqual((await site.page('/', asked, junk)).mergeProps, ['list.data'])
})

test('a reset list is marked and not merged', async () => {
  const page = await homePageServer({ list: scroll(list, secondPage) }).page('/', {
    component: 'Home',
    reset: ['list'],
  })

  assert.equal(page.scrollProps?.list?.reset, true)
  assert.equal(page.mergeProps, undefined)
})

test('a deferred list carries its pagination state only once loaded', async () => {
  const site = homePageServer({ list: scroll(() => list, secondPage).defer() })
  const first = await site.page('/')
  const loaded = await site.page('/', { component: 'Home', only: ['list'] })

  assert.equal(first.scrollProps, undefined)
  assert.deepEqual(first.deferredProps, { default: ['list'] })
  assert.deepEqual(first.mergeProps, ['list.data'])
  assert.deepEqual(loaded.scrollProps?.list?.currentPage, 2)
})

test('the pagination state can be derived from the value', async () => {
  const page = await homePageServer({ list: scroll(async () => list, pageFromValue) }).page('/')

  assert.equal(page.scrollProps?.list?.currentPage, 1)
})

test('a list without a current page is an error that names the prop', async () => {
  const response = await homePageServer({ deep: { list: scroll(list, noPage) } }).visit('/')

  assert.equal(response.statusCode, 500)
  assert.equal(response.json().message, 'The scroll prop "deep.list" has no current page.')
})

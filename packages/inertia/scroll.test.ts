import assert from 'node:assert/strict'
import test from 'node:test'

import { scroll } from '@foyer/inertia'

import { home } from './testing/site.ts'

const second = { previousPage: 1, nextPage: 3, currentPage: 2 }
const list = { data: [{ id: 1 }] }
const counted = (it: { data: unknown[] }) => ({ ...second, currentPage: it.data.length })
const nowhere = () => JSON.parse('{}')

test('a scroll prop says what to grow and where it stands', async () => {
  const page = await home({ list: scroll(list, second) }).page('/')

  assert.deepEqual(page.props.list, list)
  assert.deepEqual(page.mergeProps, ['list.data'])
  assert.deepEqual(page.scrollProps, { list: { pageName: 'page', ...second, reset: false } })
})

test('items may be matched, wrapped by another name or by none, and pages named by cursors', async () => {
  const cursor = { pageName: 'cursor', previousPage: null, nextPage: 'abc', currentPage: 'start' }
  const page = await home({
    a: scroll({ items: [] }, cursor, 'items').matchOn('items.id'),
    b: scroll([1], second, ''),
  }).page('/')

  assert.deepEqual(page.mergeProps, ['a.items', 'b'])
  assert.deepEqual(page.matchPropsOn, ['a.items.id'])
  assert.deepEqual(page.scrollProps?.a, { ...cursor, reset: false })
})

test('scrolling backwards grows the front; anything else the end', async () => {
  const site = home({ list: scroll(list, second) })
  const asked = { component: 'Home', only: ['list'] }
  const junk = { headers: { 'x-inertia-infinite-scroll-merge-intent': 'sideways' } }

  assert.deepEqual((await site.page('/', { ...asked, scrolls: 'prepend' })).prependProps, [
    'list.data',
  ])
  assert.deepEqual((await site.page('/', { ...asked, scrolls: 'append' })).mergeProps, [
    'list.data',
  ])
  assert.deepEqual((await site.page('/', asked, junk)).mergeProps, ['list.data'])
})

test('a list that starts anew says so and is not merged', async () => {
  const page = await home({ list: scroll(list, second) }).page('/', {
    component: 'Home',
    reset: ['list'],
  })

  assert.equal(page.scrollProps?.list?.reset, true)
  assert.equal(page.mergeProps, undefined)
})

test('a deferred list says where it stands only when it is there', async () => {
  const site = home({ list: scroll(() => list, second).defer() })
  const first = await site.page('/')
  const loaded = await site.page('/', { component: 'Home', only: ['list'] })

  assert.equal(first.scrollProps, undefined)
  assert.deepEqual(first.deferredProps, { default: ['list'] })
  assert.deepEqual(first.mergeProps, ['list.data'])
  assert.deepEqual(loaded.scrollProps?.list?.currentPage, 2)
})

test('where it stands may be told from the value', async () => {
  const page = await home({ list: scroll(async () => list, counted) }).page('/')

  assert.equal(page.scrollProps?.list?.currentPage, 1)
})

test('a list that does not say where it stands is an error that names the prop', async () => {
  const answer = await home({ deep: { list: scroll(list, nowhere) } }).visit('/')

  assert.equal(answer.statusCode, 500)
  assert.equal(
    answer.json().message,
    'The scroll prop "deep.list" does not say which page of its list it is.',
  )
})

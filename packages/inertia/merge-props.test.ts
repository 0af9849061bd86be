import assert from 'node:assert/strict'
import test from 'node:test'

import type { Page } from '@foyer/inertia'
import { deepMerge, merge, Prop } from '@foyer/inertia'

import { homePageServer } from './testing/test-server.ts'

function mergeMetadata(page: Page) {
  const { mergeProps, prependProps, deepMergeProps, matchPropsOn } = page
  const all = { mergeProps, prependProps, deepMergeProps, matchPropsOn }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

async function mergeMetadataOf(props: Record<string, unknown>) {
  return mergeMetadata(await homePageServer(props).page('/'))
}

test('a list or an object is merged at its root', async () => {
  assert.deepEqual(await mergeMetadataOf({ a: merge([1]), b: merge({ c: 1 }) }), {
    mergeProps: ['a', 'b'],
  })
})

test('a list can be prepended to', async () => {
  assert.deepEqual(await mergeMetadataOf({ a: merge([1]).prepend() }), { prependProps: ['a'] })
})

test('a value can be merged deeply', async () => {
  assert.deepEqual(await mergeMetadataOf({ a: deepMerge({ b: { c: [1] } }) }), {
    deepMergeProps: ['a'],
  })
})

test('merging can apply to one or several paths below the prop, at either end', async () => {
  const value = { data: [1], news: [2], old: [3] }

  assert.deepEqual(await mergeMetadataOf({ a: merge(value).append('data') }), {
    mergeProps: ['a.data'],
  })
  assert.deepEqual(
    await mergeMetadataOf({ a: merge(value).append(['data', 'old']).prepend('news') }),
    {
      mergeProps: ['a.data', 'a.old'],
      prependProps: ['a.news'],
    },
  )
})

test('items are matched by a key, at the root and below', async () => {
  assert.deepEqual(await mergeMetadataOf({ a: merge([{ id: 1 }]).matchOn('id') }), {
    mergeProps: ['a'],
    matchPropsOn: ['a.id'],
  })
  assert.deepEqual(
    await mergeMetadataOf({ a: merge({}).append('data', 'id').prepend('new', 'key') }),
    {
      mergeProps: ['a.data'],
      prependProps: ['a.new'],
      matchPropsOn: ['a.data.id', 'a.new.key'],
    },
  )
  assert.deepEqual(await mergeMetadataOf({ a: deepMerge({}).matchOn(['x.id', 'y.key']) }), {
    deepMergeProps: ['a'],
    matchPropsOn: ['a.x.id', 'a.y.key'],
  })
  assert.deepEqual(await mergeMetadataOf({ a: merge([]).prepend([], 'id') }), {
    prependProps: ['a'],
    matchPropsOn: ['a.id'],
  })
})

test('metadata carries the full path of a nested prop', async () => {
  assert.deepEqual(await mergeMetadataOf({ a: { b: merge([{ id: 1 }]).matchOn('id') } }), {
    mergeProps: ['a.b'],
    matchPropsOn: ['a.b.id'],
  })
})

test('a partial reload carries metadata of requested props only', async () => {
  const site = homePageServer({
    list: merge([1]),
    other: merge([2]),
    deep: { a: merge([3]), b: 4 },
  })
  const reload = async (only: string[], except: string[] = []) =>
    mergeMetadata(await site.page('/', { component: 'Home', only, except }))

  assert.deepEqual(await reload(['list']), { mergeProps: ['list'] })
  assert.deepEqual(await reload(['deep']), { mergeProps: ['deep.a'] })
  assert.deepEqual(await reload(['deep.b']), {})
  assert.deepEqual(await reload([], ['list']), { mergeProps: ['other', 'deep.a'] })
  assert.deepEqual(await reload([], ['deep', 'other']), { mergeProps: ['list'] })
})

test('the parent of a requested prop is not merged', async () => {
  const site = homePageServer({ list: merge({ data: [1], total: 1 }) })
  const page = await site.page('/', { component: 'Home', only: ['list.total'] })

  assert.deepEqual(mergeMetadata(page), {})
})

test('a reset prop is sent and not merged', async () => {
  const site = homePageServer({ list: merge([{ id: 1 }]).matchOn('id'), other: merge([2]) })
  const page = await site.page('/', { component: 'Home', only: ['other'], reset: ['list'] })

  assert.deepEqual(page.props.list, [{ id: 1 }])
  assert.deepEqual(mergeMetadata(page), { mergeProps: ['other'] })
})

test('kinds combine by their methods', async () => {
  const page = await homePageServer({ a: new Prop(() => [1]).merge().once().as('known') }).page('/')

  assert.deepEqual(page.mergeProps, ['a'])
  assert.deepEqual(page.onceProps, { known: { prop: 'a', expiresAt: null } })
})

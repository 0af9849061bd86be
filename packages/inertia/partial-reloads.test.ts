import assert from 'node:assert/strict'
import test from 'node:test'

import { always, merge, optional } from '@foyer/inertia'
import { pageOf } from '@foyer/inertia/testing'

import { homePageServer } from './testing/test-server.ts'

const nested = {
  a: 1,
  auth: { user: { id: 1, secret: 's' }, team: 't' },
  items: [
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
  ],
}

async function reload(props: Record<string, unknown>, only: string[], except: string[] = []) {
  const page = await homePageServer(props).page('/', { component: 'Home', only, except })
  const { errors: _, ...rest } = page.props
  return rest
}

test('only: named props are sent, unknown names ignored', async () => {
  assert.deepEqual(await reload(nested, ['a']), { a: 1 })
  assert.deepEqual(await reload(nested, ['a', 'auth.team']), { a: 1, auth: { team: 't' } })
  assert.deepEqual(await reload(nested, ['auth.user.id']), { auth: { user: { id: 1 } } })
  assert.deepEqual(await reload(nested, ['auth']), { auth: nested.auth })
  assert.deepEqual(await reload(nested, ['nothing', 'auth.nothing']), { auth: {} })
})

test('except: named props are omitted', async () => {
  assert.deepEqual(await reload(nested, [], ['items', 'auth']), { a: 1 })
  assert.deepEqual(await reload(nested, [], ['items', 'auth.user.secret']), {
    a: 1,
    auth: { user: { id: 1 }, team: 't' },
  })
})

test('only and except: except wins', async () => {
  assert.deepEqual(await reload(nested, ['auth'], ['auth.user']), { auth: { team: 't' } })
  assert.deepEqual(await reload(nested, ['auth.user'], ['auth']), {})
})

test('a name with the same prefix is another name', async () => {
  assert.deepEqual(await reload({ user: 1, users: 2 }, ['user']), { user: 1 })
  assert.deepEqual(await reload({ user: 1, users: 2 }, [], ['user']), { users: 2 })
})

test("always: sent whatever is requested, also below a requested prop's parent", async () => {
  const props = { a: 1, now: always(() => 2), auth: { user: 1, token: always(3) } }

  assert.deepEqual(await reload(props, ['a']), { a: 1, now: 2 })
  assert.deepEqual(await reload(props, ['auth.user'], ['now']), {
    now: 2,
    auth: { user: 1, token: 3 },
  })
})

test('errors are sent with every partial reload', async () => {
  const page = await homePageServer({ a: 1 }).page('/', {
    component: 'Home',
    only: ['a'],
    except: ['errors'],
  })

  assert.deepEqual(page.props.errors, {})
})

test("a closure's result is sent whole", async () => {
  const props = { auth: () => ({ user: 1, team: 2 }), list: optional(() => ({ a: 1, b: 2 })) }

  assert.deepEqual(await reload(props, ['auth.user']), { auth: { user: 1, team: 2 } })
  assert.deepEqual(await reload(props, ['list'], ['list.a']), { list: { a: 1, b: 2 } })
})

test('an instance of a class is sent whole', async () => {
  const point = new (class {
    x = 1
    y = 2
  })()

  assert.deepEqual(await reload({ point, a: 1 }, ['point.x']), { point: { x: 1, y: 2 } })
})

test('items of a list have paths too', async () => {
  assert.deepEqual(await reload(nested, ['items.0.name']), { items: [{ name: 'one' }] })
  assert.deepEqual(await reload(nested, ['items.1']), { items: [{ id: 2, name: 'two' }] })
  assert.deepEqual(await reload(nested, ['items'], ['items.0']), {
    items: [{ id: 2, name: 'two' }],
  })
})

test('keys with dots below a prop are addressed by their path', async () => {
  const props = { labels: { 'a.b': 1, 'a.c': 2 } }

  assert.deepEqual(await reload(props, ['labels.a.b']), { labels: { 'a.b': 1 } })
})

test('a partial reload of another component is a full visit', async () => {
  const page = await homePageServer({ a: 1, b: 2 }).page('/', {
    component: 'Elsewhere',
    only: ['a'],
  })

  assert.deepEqual(page.props, { errors: {}, a: 1, b: 2 })
})

test('partial headers count without X-Inertia too', async () => {
  const headers = { 'x-inertia-partial-component': 'Home', 'x-inertia-partial-data': 'a' }
  const page = pageOf(await homePageServer({ a: 1, b: 2 }).inject({ url: '/', headers }))

  assert.deepEqual(page.props, { errors: {}, a: 1 })
})

const refuse = () => assert.fail('called')

test('closures that were not requested are not called', async () => {
  assert.deepEqual(await reload({ a: 1, b: refuse, c: { d: refuse, e: 2 } }, ['a', 'c.e']), {
    a: 1,
    c: { e: 2 },
  })
})

test('optional: omitted on the first visit, sent when named or not excluded, called only then', async () => {
  let calls = 0
  const props = { a: 1, extra: optional(() => ++calls) }

  assert.deepEqual((await homePageServer(props).page('/')).props, { errors: {}, a: 1 })
  assert.deepEqual(await reload(props, ['a']), { a: 1 })
  assert.deepEqual(await reload(props, [], ['extra']), { a: 1 })
  assert.equal(calls, 0)
  assert.deepEqual(await reload(props, ['extra']), { extra: 1 })
  assert.deepEqual(await reload(props, [], ['a']), { extra: 2 })
})

test('optional works at any depth', async () => {
  const props = { auth: { user: 1, history: optional(() => [merge([1])]) } }

  assert.deepEqual((await homePageServer(props).page('/')).props.auth, { user: 1 })
  assert.deepEqual(await reload(props, ['auth.history']), { auth: { history: [[1]] } })
})

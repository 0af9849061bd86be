import assert from 'node:assert/strict'
import { test } from 'node:test'

import { exampleRoutes } from './example-routes.ts'
import { routeTable } from './table.ts'

const origin = 'https://example.com'

test('the table has the format of ziggy-js, with patterns and optional parameters (ZS-06, ZS-07, ZS-09)', () => {
  const table = routeTable(exampleRoutes, { origin: 'https://example.com:8443/' })

  assert.equal(table.url, 'https://example.com:8443')
  assert.equal(table.port, 8443)
  assert.deepEqual(table.defaults, {})
  assert.deepEqual(table.routes['home'], { uri: '/', methods: ['GET', 'HEAD'] })
  assert.deepEqual(table.routes['posts.update'], {
    uri: 'posts/{post}',
    methods: ['PUT'],
    parameters: ['post'],
  })
  assert.deepEqual(table.routes['files'], {
    uri: 'files/file{extension?}',
    methods: ['GET', 'HEAD'],
    wheres: { extension: '\\.(?:html|pdf)' },
    parameters: ['extension'],
  })
})

test('an excluded route leaves no trace (ZS-01)', () => {
  const table = routeTable(exampleRoutes, { include: (_, { method }) => method === 'PUT' })
  assert.deepEqual(Object.keys(table.routes), ['posts.update'])
  assert.doesNotMatch(JSON.stringify(table), /verify|comments/)
})

test('the version changes with the table and with nothing else', () => {
  const all = routeTable(exampleRoutes, { origin }).version
  assert.match(all, /^[0-9a-f]{12}$/)
  assert.equal(routeTable({ ...exampleRoutes }, { origin }).version, all)
  assert.notEqual(routeTable(exampleRoutes, { origin: 'https://example.org' }).version, all)
  assert.notEqual(
    routeTable(exampleRoutes, { origin, include: (name) => name === 'home' }).version,
    all,
  )
})

test('a route may have the name of an inherited property', () => {
  const table = routeTable({ ['__proto__']: { method: 'GET', path: '/odd' } })
  assert.deepEqual(Object.keys(table.routes), ['__proto__'])
})

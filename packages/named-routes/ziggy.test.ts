import assert from 'node:assert/strict'
import { test } from 'node:test'

import qs from 'qs'
import { route as ziggy, type Config } from 'ziggy-js'

import { exampleRoutes } from './example-routes.ts'
import type { Query, Scalar } from './query-string.ts'
import { routeBuilder } from './route-builder.ts'
import { routeTable } from './table.ts'

const table = routeTable(exampleRoutes, { origin: 'https://ziggy.dev' })
const foyerRoute = routeBuilder(table)

type RouteInput = Query | Scalar | undefined

const sameUrls: [name: string, given?: RouteInput][] = [
  ['home'],
  ['posts.index'],
  ['posts.show', 1],
  ['posts.show', 0],
  ['posts.show', { post: true }],
  ['posts.show', { post: false, draft: false }],
  ['posts.show', { post: 'a b' }],
  ['posts.show', 'Blues & Clues'],
  ['posts.show', 'a@b:c;d,e=f+g!*é'],
  ['comments.show', { post: 1, comment: 'x' }],
  ['optional', { id: 1 }],
  ['optional', { id: 1, slug: 'a' }],
  ['optional', { id: 1, slug: null }],
  ['files'],
  ['files', { extension: '.pdf' }],
  ['download', { name: 'notes' }],
  ['year', 'now'],
  ['posts.index', { page: 2, q: 'Blues&Clues', gone: null }],
  ['posts.index', 'extra'],
  ['posts.index', 1],
  ['posts.index', { filter: { name: 'Dwyer' }, on: true, off: false }],
  ['posts.show', { post: 1, filter: { name: 'Dwyer' } }],
  ['posts.show', { post: 1, _query: { post: 2 } }],
]

for (const [name, given] of sameUrls) {
  test(`matches ziggy-js (ZB-32, ZB-34, ZB-35): ${name} ${JSON.stringify(given) ?? ''}`, () => {
    assert.equal(foyerRoute(name, given, true), ziggyRoute(name, given, true))
    assert.equal(foyerRoute(name, given, false), ziggyRoute(name, given, false))
  })
}

test('characters allowed in a path stay as they are, as with ziggy-js, except those that would end a segment (ZB-39)', () => {
  for (const mark of ['@', ':', ';', ',', '=', '+', '!', '*', '&', '$', ' ', 'é']) {
    const value = `a${mark}b`
    assert.equal(foyerRoute('posts.show', value), ziggyRoute('posts.show', value, false))
    assert.equal(
      foyerRoute('posts.show', value).includes('%'),
      ['$', ' ', 'é'].includes(mark),
      mark,
    )
  }
  const ending = Object.entries({ '/': '%2F', '?': '%3F', '#': '%23', '%': '%25', '|': '%7C' })
  for (const [mark, encoded] of ending) {
    assert.equal(ziggyRoute('posts.show', `a${mark}b`, false), `/posts/a${mark}b`)
    assert.equal(foyerRoute('posts.show', `a${mark}b`), `/posts/a${encoded}b`)
  }
})

test('lists differ from ziggy-js only in brackets instead of indices (ZB-29)', () => {
  const list = { guests: ['a', 'b'] }
  const [mine, theirs] = [foyerRoute('posts.index', list), ziggyRoute('posts.index', list, false)]
  assert.equal(mine, '/posts?guests[]=a&guests[]=b')
  assert.equal(theirs, '/posts?guests[0]=a&guests[1]=b')
  assert.deepEqual(parseUrl(mine), parseUrl(theirs))
})

const places = [
  '/',
  '/posts',
  '/posts/',
  '/posts/1?page=2&q=a%20b',
  '/posts/a%2Fb',
  '/posts/%C3%A9',
  '/posts/1/comments/x',
  '/optional/7',
  '/optional/7/slug',
  '/files/file.pdf',
  '/files/file.exe',
  '/year/2026',
  '/year/20265',
  '/tree/etc/passwd',
  '/nowhere',
]

const currentQuestions: [name?: string, given?: Query | Scalar][] = [
  ['posts.show'],
  ['posts.*'],
  ['*.show'],
  ['p*'],
  ['post'],
  ['posts.show', 1],
  ['posts.show', { post: 1 }],
  ['posts.show', { post: 2 }],
  ['posts.show', { page: 2 }],
  ['posts.show', { post: 1, page: 3 }],
  ['posts.show', { q: 'a b' }],
  ['*.show', { comment: 'x' }],
]

for (const place of places)
  test(`current() and params match ziggy-js at ${place}`, () => {
    const mine = routeBuilder(table, { location: () => place })()
    const theirs = ziggyRouter(place)
    assert.equal(mine.current(), theirs.current())
    assert.deepEqual(mine.params, JSON.parse(JSON.stringify(theirs.params)))
    for (const [name = '', given] of currentQuestions)
      assert.equal(
        mine.current(name, given),
        Reflect.apply(theirs.current, theirs, [name, given]),
        `${name} ${JSON.stringify(given)}`,
      )
  })

const rejectedInputs: [name: string, given?: RouteInput][] = [
  ['tightenco'],
  ['posts.show'],
  ['comments.show', { post: 1 }],
  ['comments.show', { comment: 1 }],
  ['files', { extension: '.exe' }],
  ['year', '202'],
  ['verify', { id: 'x', hash: 'y' }],
]

for (const [name, given] of rejectedInputs) {
  test(`rejects with the messages of ziggy-js (ZB-18, ZB-22, ZB-36): ${name} ${JSON.stringify(given) ?? ''}`, () => {
    const expectedMessage = errorOf(() => ziggyRoute(name, given, true)).replace(
      'Ziggy error: ',
      '',
    )
    assert.equal(
      errorOf(() => foyerRoute(name, given, true)),
      expectedMessage,
    )
  })
}

test('a value that leaves its segment in ziggy-js does not do so here', () => {
  assert.equal(ziggyRoute('posts.show', '../x?y#z', false), '/posts/../x?y#z')
  assert.equal(foyerRoute('posts.show', '../x?y#z'), '/posts/..%2Fx%3Fy%23z')
  assert.equal(ziggyRoute('posts.show', '..', false), '/posts/..')
  assert.match(
    errorOf(() => foyerRoute('posts.show', '..')),
    /leave/,
  )
  assert.equal(ziggyRoute('year', '2026 and more', false), '/year/2026%20and%20more')
  assert.match(
    errorOf(() => foyerRoute('year', '2026 and more')),
    /format/,
  )
})

function ziggyRoute(name: string, given: RouteInput, absolute: boolean): string {
  const config: Config = JSON.parse(JSON.stringify(table))
  const parameters: Record<string, unknown> | Scalar | undefined = given
  return Reflect.apply(ziggy, undefined, [name, parameters, absolute, config])
}

function ziggyRouter(place: string) {
  const { host, pathname, search } = new URL(place, table.url)
  const config: Config = JSON.parse(JSON.stringify(table))
  config.location = { host, pathname, search }
  return ziggy(undefined, undefined, undefined, config)
}

function parseUrl(url: string): unknown {
  return qs.parse(url.split('?')[1] ?? '')
}

function errorOf(build: () => string): string {
  try {
    return `built ${build()}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

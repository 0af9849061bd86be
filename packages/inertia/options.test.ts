import assert from 'node:assert/strict'
import test from 'node:test'

import { inertia } from '@foyer/inertia'
import Fastify from 'fastify'

import { homePageServer } from './testing/test-server.ts'

const rightOptions = {
  origin: 'https://site.test',
  document: () => '',
  flashStore: { read: () => ({}), write: () => {} },
}

const wrongOptions: [name: string, options: object, message: RegExp][] = [
  ['no origin', { origin: undefined }, /`origin` must be .*https:\/\/example\.org.* undefined/],
  ['an origin without its protocol', { origin: 'site.test' }, /`origin` must be .*'site\.test'/],
  [
    'an origin of another kind',
    { origin: 'localhost:3000' },
    /`origin` must be .*'localhost:3000'/,
  ],
  ['no document', { document: undefined }, /`document` must be a function.* undefined/],
  ['a document that is text', { document: '<html>' }, /`document` must be a function/],
  [
    'no flash store',
    { flashStore: undefined },
    /`flashStore` must have the functions read and write/,
  ],
  ['a flash store without write', { flashStore: { read: () => ({}) } }, /`flashStore` must have/],
]

for (const [name, options, message] of wrongOptions)
  test(`${name} is an error that names the option`, async () => {
    const app = Fastify()
    await assert.rejects(async () => {
      await Reflect.apply(app.register, app, [inertia, { ...rightOptions, ...options }])
    }, message)
  })

test('a flash store that reads asynchronously is an error that names it', async () => {
  const read = async () => ({})
  const response = await homePageServer(
    {},
    Object({ flashStore: { read, write: () => {} } }),
  ).visit('/')

  assert.equal(response.statusCode, 500)
  assert.match(response.json().message, /`flashStore\.read` must return .* not a promise/)
})

test('a flash store that returns nothing is an error that names it', async () => {
  const read = () => undefined
  const response = await homePageServer(
    {},
    Object({ flashStore: { read, write: () => {} } }),
  ).visit('/')

  assert.match(response.json().message, /`flashStore\.read` must return an object.* undefined/)
})

test('a document that is not text is an error that names the option', async () => {
  const document = () => undefined
  const response = await homePageServer({}, Object({ document })).inject('/')

  assert.equal(response.statusCode, 500)
  assert.match(response.json().message, /`document` must return .* undefined/)
})

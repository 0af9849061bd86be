import assert from 'node:assert/strict'
import { test } from 'node:test'

import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'

import { type Route, routes } from '#app/routes.ts'
import type { Answer } from '#testing/browser.ts'
import { adaAtHome } from '#testing/people.ts'
import { product } from '#testing/product.ts'
import { programOf } from '#testing/programs.ts'

interface Operation {
  operationId: string
  'x-permission': string
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  components: { securitySchemes: Record<string, { type: string; scheme: string }> }
  paths: Record<string, Record<string, Operation>>
}

const ajv = new Ajv2020({ strict: true, allErrors: true })
formats.default(ajv)

async function described(t: Parameters<typeof product>[0]): Promise<Document> {
  const browser = (await product(t)).browser()
  return (await browser.raw('/api/openapi.json')).response.json()
}

function operations({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
}

test('the document describes exactly the routes that take a token, with their permissions', async (t) => {
  const document = await described(t)
  const table: [string, Route][] = Object.entries(routes)

  const told = operations(document).map((it) => [
    it.operationId,
    it.method.toUpperCase(),
    it.path,
    it['x-permission'],
  ])

  const known = table
    .filter(([, { access }]) => access === 'token')
    .map(([name, { method, path, ability }]) => [name, method, path, ability])
  assert.deepEqual(told.toSorted(), known.toSorted())
})

test('the document has the shape of OpenAPI 3.1, and each schema is JSON Schema 2020-12', async (t) => {
  const document = await described(t)

  assert.match(document.openapi, /^3\.1\.\d+$/)
  assert.ok(document.info.title && document.info.version)
  assert.deepEqual(document.security, [{ token: [] }])
  assert.equal(document.components.securitySchemes['token']?.scheme, 'bearer')
  for (const { path, parameters = [], requestBody, responses } of operations(document)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = parameters.filter((it) => it.in === 'path')
    assert.deepEqual(
      inPath.map(({ name }) => name),
      named,
    )
    assert.ok(inPath.every(({ required }) => required))
    const schemas = [
      ...parameters.map(({ schema }) => schema),
      ...[requestBody, ...Object.values(responses)].flatMap(
        (it) => it?.content?.['application/json']?.schema ?? [],
      ),
    ]
    for (const schema of schemas) assert.ok(ajv.compile(schema))
    assert.ok(Object.values(responses).every(({ description }) => description.length > 3))
  }
})

test('every answer that is described is given, in the shape that is described', async (t) => {
  const { foyer, laptop } = await adaAtHome(t)
  const document: Document = (await laptop.raw('/api/openapi.json')).response.json()
  const seen = new Set<string>()
  const none = '01234567-89ab-7def-8123-456789abcdef'
  const all = operations(document)

  function holds(id: string, answer: Answer): void {
    const answers = all.find(({ operationId }) => operationId === id)?.responses ?? {}
    const told = answers[answer.status]
    assert.ok(told, `${id} answered ${answer.status}, which is not described`)
    const schema = told.content?.['application/json']?.schema
    if (!schema) assert.equal(answer.text, '')
    else assert.ok(ajv.validate(schema, answer.response.json()), `${id}: ${ajv.errorsText()}`)
    seen.add(`${id} ${answer.status}`)
  }

  for (const { operationId: id, path, method, parameters, requestBody, responses } of all) {
    const send = (way: Way) => {
      const body = requestBody ? (way.body ?? { name: 'Ada King', timezone: '' }) : undefined
      const address = path.replace(/\{\w+\}/, way.id ?? none) + (way.query ?? '')
      const verb = methodOf(method)
      return (way.by ?? program).call(address, { method: verb, body, headers: way.headers ?? {} })
    }
    const program = await programOf(foyer, laptop)
    const idle = await programOf(foyer, laptop, { permissions: ['create'] })
    const spare = await programOf(foyer, laptop)
    const another = foyer.browser()
    await another.visit('login.store', {
      email: 'ada@example.com',
      password: 'a row of quiet engines',
    })
    const session = (await program.call('/api/sessions')).response.json().data[0].id

    holds(id, await send({ headers: { authorization: '' } }))
    holds(id, await send({ by: idle }))
    holds(id, await send({ id: path.includes('{session}') ? session : spare.id }))
    if (responses[404]) holds(id, await send({}))
    if (parameters?.some((it) => it.in === 'query')) {
      holds(id, await send({ query: '?limit=101' }))
      holds(id, await send({ query: '?cursor=1' }))
      holds(id, await send({ query: '?at=yesterday' }))
      if (responses[404]) holds(id, await send({ query: `?session=${none}` }))
    }
    if (requestBody) {
      holds(id, await send({ body: '{' }))
      holds(id, await send({ body: { name: '' } }))
      holds(id, await send({ body: 'x'.repeat(200_000) }))
      holds(id, await send({ body: 'a=1', headers: { 'content-type': 'text/plain' } }))
    }
    const many = await Promise.all(Array.from({ length: 301 }, () => send({ by: program })))
    holds(id, many.find(({ status }) => status === 429) ?? many[0] ?? (await send({})))
    foyer.clock.advance(5 * 60_000)
  }

  const promised = all.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  )
  assert.deepEqual([...seen].toSorted(), promised.toSorted())
})

interface Way {
  by?: Awaited<ReturnType<typeof programOf>>
  id?: string
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

function methodOf(method: string): 'GET' | 'PATCH' | 'DELETE' {
  return method === 'get' ? 'GET' : method === 'patch' ? 'PATCH' : 'DELETE'
}

test('the page for people names every address, in the reader’s language, and sets no cookie', async (t) => {
  const { laptop } = await adaAtHome(t)
  const before = new Map(laptop.cookies)

  const { text, response } = await laptop.open('/api/docs')

  assert.equal(response.statusCode, 200)
  assert.match(String(response.headers['content-type']), /^text\/html/)
  assert.equal(response.headers['set-cookie'], undefined)
  assert.deepEqual(laptop.cookies, before)
  assert.ok(
    operations((await laptop.raw('/api/openapi.json')).response.json()).every(({ path }) =>
      text.includes(path),
    ),
  )
  assert.match(text, /<link rel="stylesheet" href="\/assets\//)
  assert.doesNotMatch(text, /<script/)
})

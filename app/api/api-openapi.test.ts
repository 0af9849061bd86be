import assert from 'node:assert/strict'
import { test } from 'node:test'

import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'

import { type Route, routes } from '#app/routes.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestResponse } from '#testing/test-browser.ts'

interface Operation {
  operationId: string
  'x-permission': string
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

interface Document {
  openapi: string
  info: { title: string; version: string; license: object }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  components: {
    securitySchemes: Record<string, { type: string; scheme: string }>
    schemas: Record<string, object>
  }
  paths: Record<string, Record<string, Operation>>
}

const ajv = new Ajv2020({ strict: true, allErrors: true })
formats.default(ajv)
// A schema of the document refers to the named ones, which are put beside it.
ajv.addVocabulary(['components'])

async function fetchDocument(t: Parameters<typeof createTestApp>[0]): Promise<Document> {
  const browser = (await createTestApp(t)).browser()
  return (await browser.request('/api/openapi.json')).raw.json()
}

function operations({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
}

test('the document describes exactly the routes that take a token, with their permissions', async (t) => {
  const document = await fetchDocument(t)
  const table: [string, Route][] = Object.entries(routes)

  const described = operations(document).map((it) => [
    it.operationId,
    it.method.toUpperCase(),
    it.path,
    it['x-permission'],
  ])

  const expected = table
    .filter(([, { access }]) => access === 'apiToken')
    .map(([name, { method, path, permission }]) => [name, method, path, permission])
  assert.deepEqual(described.toSorted(), expected.toSorted())
})

test('the document has the shape of OpenAPI 3.1, and each schema is JSON Schema 2020-12', async (t) => {
  const document = await fetchDocument(t)

  assert.match(document.openapi, /^3\.1\.\d+$/)
  assert.ok(document.info.title && document.info.version)
  assert.deepEqual(document.security, [{ token: [] }])
  assert.equal(document.components.securitySchemes['token']?.scheme, 'bearer')
  const { components } = document
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
    for (const schema of schemas) assert.ok(ajv.compile({ ...schema, components }))
    assert.ok(Object.values(responses).every(({ description }) => description.length > 3))
  }
})

test('every documented response occurs, in its documented shape', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const document: Document = (await laptop.request('/api/openapi.json')).raw.json()
  const covered = new Set<string>()
  const none = '01234567-89ab-7def-8123-456789abcdef'
  const { components } = document
  const all = operations(document)

  function validateResponse(id: string, answer: TestResponse): void {
    const answers = all.find(({ operationId }) => operationId === id)?.responses ?? {}
    const described = answers[answer.status]
    assert.ok(described, `${id} answered ${answer.status}, which is not described`)
    const schema = described.content?.['application/json']?.schema
    if (!schema) assert.equal(answer.text, '')
    else
      assert.ok(ajv.validate({ ...schema, components }, answer.raw.json()), id + ajv.errorsText())
    covered.add(`${id} ${answer.status}`)
  }

  for (const { operationId: id, 'x-permission': permission, ...operation } of all) {
    const { path, method, parameters, requestBody, responses } = operation
    const send = (input: RequestCase) => {
      const body = requestBody ? (input.body ?? { name: 'Ada King', timezone: '' }) : undefined
      const address = path.replace(/\{\w+\}/, input.id ?? none) + (input.query ?? '')
      const headers = input.headers ?? {}
      return (input.by ?? program).request(address, { method: toMethod(method), body, headers })
    }
    const program = await createApiClient(foyer, laptop)
    const idle = await createApiClient(foyer, laptop, { permissions: [otherThan(permission)] })
    const spare = await createApiClient(foyer, laptop)
    const another = foyer.browser()
    await another.visit('login.store', ada)
    const session = (await program.request('/api/sessions')).raw.json().data[0].id

    validateResponse(id, await send({ headers: { authorization: '' } }))
    validateResponse(id, await send({ by: idle }))
    validateResponse(id, await send({ id: path.includes('{session}') ? session : spare.id }))
    if (responses[404]) validateResponse(id, await send({}))
    if (parameters?.some((it) => it.in === 'query')) {
      validateResponse(id, await send({ query: '?limit=101' }))
      validateResponse(id, await send({ query: '?cursor=1' }))
      validateResponse(id, await send({ query: '?at=yesterday' }))
      if (responses[404]) validateResponse(id, await send({ query: `?session=${none}` }))
    }
    if (requestBody) {
      validateResponse(id, await send({ body: '{' }))
      validateResponse(id, await send({ body: { name: '' } }))
      validateResponse(id, await send({ body: 'x'.repeat(200_000) }))
      validateResponse(id, await send({ body: 'a=1', headers: { 'content-type': 'text/plain' } }))
    }
    const many = await Promise.all(Array.from({ length: 301 }, () => send({ by: program })))
    validateResponse(id, many.find(({ status }) => status === 429) ?? many[0] ?? (await send({})))
    foyer.clock.advance(5 * 60_000)
  }

  const declared = all.flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => `${operationId} ${status}`),
  )
  assert.deepEqual([...covered].toSorted(), declared.toSorted())
})

test('generators find named schemas, integers and a licence in the document', async (t) => {
  const { info, components, paths } = await fetchDocument(t)

  assert.deepEqual(info.license, { name: 'MIT', identifier: 'MIT' })
  assert.deepEqual(Object.keys(components.schemas).toSorted(), [
    'AccountState',
    'Error',
    'Event',
    'EventList',
    'Program',
    'Session',
    'SessionList',
    'Token',
    'TokenList',
    'User',
    'UserAt',
    'UserUpdate',
    'ValidationError',
  ])
  const list = paths['/api/tokens']?.['get']
  assert.deepEqual(list?.responses[200]?.content?.['application/json']?.schema, {
    $ref: '#/components/schemas/TokenList',
  })
  assert.deepEqual(
    list?.parameters?.find(({ name }) => name === 'limit'),
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Entries per page, 1 to 100.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    },
  )
})

interface RequestCase {
  by?: Awaited<ReturnType<typeof createApiClient>>
  id?: string
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

function otherThan(permission: string): string {
  return permission === 'read' ? 'update' : 'read'
}

function toMethod(method: string): 'GET' | 'PATCH' | 'DELETE' {
  return method === 'get' ? 'GET' : method === 'patch' ? 'PATCH' : 'DELETE'
}

test('a request body is a named schema, and no schema is missing', async (t) => {
  const document = await fetchDocument(t)
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)]

  assert.deepEqual(
    document.paths['/api/user']?.['patch']?.requestBody?.content['application/json']?.schema,
    { $ref: '#/components/schemas/UserUpdate' },
  )
  assert.ok(references.length > 5)
  assert.ok(references.every(([, name = '']) => document.components.schemas[name]))
})

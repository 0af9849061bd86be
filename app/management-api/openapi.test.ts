import assert from 'node:assert/strict'
import { test } from 'node:test'

import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'

import { type Route, routes } from '#app/routes.ts'
import { createBackEnd, managementApp } from '#testing/management-api.ts'

interface Operation {
  operationId: string
  'x-permission': string
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

test('the OpenAPI document describes exactly the routes, with their permissions and valid schemas (MAN-21)', async (t) => {
  const foyer = await managementApp(t)
  const program = await createBackEnd(foyer)
  const document = (await program.request('/api/admin/openapi.json')).raw.json()
  const paths: Record<string, Record<string, Operation>> = document.paths
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const table: [string, Route][] = Object.entries(routes)
  const expected = table
    .filter(([name, { access }]) => access === 'serviceToken' && name !== 'management.openapi')
    .map(([name, { method, path, permission }]) => [name, method, path, permission])
  const described = operations.map((it) => [
    it.operationId,
    it.method.toUpperCase(),
    it.path,
    it['x-permission'],
  ])

  assert.deepEqual(described.toSorted(), expected.toSorted())
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
  formats.default(ajv)
  ajv.addVocabulary(['components'])
  const { components } = document
  const bodies = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap(
      (it) => it?.content?.['application/json']?.schema ?? [],
    ),
  )
  assert.ok(bodies.length > 60)
  for (const schema of bodies) assert.ok(ajv.compile({ ...schema, components }))
  assert.ok(!('UserUpdate' in components.schemas))
  assert.equal((await foyer.browser().request('/api/admin/openapi.json')).status, 401)
})

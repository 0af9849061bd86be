import assert from 'node:assert/strict'
import { test } from 'node:test'

import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'

import type { Pages } from '#app/pages.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { signedInAda } from '#testing/signed-in-accounts.ts'
import { createTestApp } from '#testing/test-app.ts'
import type { TestBrowser } from '#testing/test-browser.ts'

import type { ApiField } from './pages.ts'

async function openReference(browser: TestBrowser): Promise<Pages['API/Reference']> {
  const { page } = await browser.visit('api.docs')
  assert.equal(page.component, 'API/Reference')
  return JSON.parse(JSON.stringify(page.props))
}

test('the API reference shows every endpoint with a request, an answer and the meaning of each field', async (t) => {
  const { laptop } = await signedInAda(t)
  const document = (await laptop.request('/api/openapi.json')).raw.json()

  const { endpoints } = await openReference(laptop)

  const described = endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path}`)
  const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => `${method} ${path}`),
  )
  assert.deepEqual(described.toSorted(), inDocument.toSorted())
  for (const { title, requestExample, answerStatus, answerExample, ...rest } of endpoints) {
    const fields = withInnerFields([...rest.parameters, ...rest.body, ...rest.answer])
    assert.match(requestExample, /^curl .*http.*\/api\//, title)
    assert.equal(answerExample === null, answerStatus === '204', title)
    assert.deepEqual(
      fields.filter(({ meaning }) => meaning === ''),
      [],
      title,
    )
  }
})

function withInnerFields(fields: ApiField[]): ApiField[] {
  return fields.flatMap((field) => [field, ...withInnerFields(field.fields)])
}

test('the example answers fit the schemas', async (t) => {
  const { laptop } = await signedInAda(t)
  const { paths, components } = (await laptop.request('/api/openapi.json')).raw.json()
  const { endpoints } = await openReference(laptop)
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  formats.default(ajv)
  ajv.addVocabulary(['components'])

  const withAnswer = endpoints.filter(({ answerExample }) => answerExample !== null)
  assert.ok(withAnswer.length > 3)
  for (const { method, path, answerExample } of withAnswer) {
    const { responses } = paths[path][method.toLowerCase()]
    const { schema } = responses[200].content['application/json']
    const fits = ajv.validate({ ...schema, components }, JSON.parse(answerExample ?? ''))
    assert.ok(fits, `${method} ${path}: ${ajv.errorsText()}`)
  }
})

test('the example body of a change is accepted', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const client = await createApiClient(foyer, laptop)
  const { endpoints } = await openReference(laptop)
  const { requestExample = '' } = endpoints.find(({ method }) => method === 'PATCH') ?? {}
  const body = JSON.parse(/-d '(.+)'/.exec(requestExample)?.[1] ?? '')

  assert.equal(await client.status('/api/user', { method: 'PATCH', body }), 200)
})

test('the API reference is open to guests, and in the language of the reader', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const english = await openReference(browser)
  const { text } = await browser.request('/api/docs', {
    headers: { accept: 'text/html', 'accept-language': 'de' },
  })

  assert.equal(
    english.commonErrors.find(([status]) => status === '401')?.[1],
    'The API token is missing, expired or revoked.',
  )
  assert.match(text, /Der API-Token fehlt, ist abgelaufen oder widerrufen\./)
  assert.match(text, /<h1[^>]*>API-Referenz/)
})

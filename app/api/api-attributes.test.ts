import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Attribute } from '#app/attributes.ts'
import { setManagedAttributes } from '#app/custom-attributes/custom-attributes.ts'
import { createApiClient } from '#testing/api-clients.ts'
import { adaWithAttributes, sampleAttributes } from '#testing/attribute-samples.ts'

const unset = {
  company: null,
  phone: null,
  seats: null,
  newsletter: null,
  size: null,
  birthday: null,
  website: null,
  plan: null,
}

test('the API changes attributes and shows those that the person sees (ATT-16)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const client = await createApiClient(foyer, laptop, { permissions: ['read', 'update'] })
  const attributes = { company: 'Engines', seats: 3, newsletter: false }

  const { raw } = await client.request('/api/user', { method: 'PATCH', body: { attributes } })

  assert.deepEqual(raw.json().attributes, { ...unset, ...attributes })
  const shown = (await client.request('/api/user')).raw.json()
  assert.deepEqual(shown.attributes, { ...unset, ...attributes })
  await client.request('/api/user', { method: 'PATCH', body: { attributes: { company: null } } })
  assert.equal((await client.request('/api/user')).raw.json().attributes.company, null)
})

test('changing attributes takes the permission to update (ATT-16)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const client = await createApiClient(foyer, laptop, { permissions: ['read'] })
  const body = { attributes: { company: 'Engines' } }

  assert.equal(await client.status('/api/user', { method: 'PATCH', body }), 403)
  assert.equal((await foyer.events('attributes.changed')).length, 0)
})

const refused: [why: string, attributes: unknown, fields: string[]][] = [
  ['a managed one', { plan: 'pro' }, ['attributes']],
  ['a hidden one', { crm_id: '1' }, ['attributes']],
  ['an undeclared one', { anything: '1' }, ['attributes']],
  ['a managed one beside one to edit', { company: 'X', plan: 'pro' }, ['attributes']],
  ['a number as text', { seats: '3' }, ['attributes.seats']],
  ['an object as text', { company: { toString: 'X' } }, ['attributes.company']],
  ['a list of attributes', [], ['attributes']],
  ['nothing at all', null, ['attributes']],
]

for (const [why, attributes, fields] of refused) {
  test(`the API answers 422 to ${why}, and changes nothing (ATT-17)`, async (t) => {
    const { foyer, laptop } = await adaWithAttributes(t)
    const client = await createApiClient(foyer, laptop)
    const body = { name: 'Ada King', attributes }

    const { status, raw } = await client.request('/api/user', { method: 'PATCH', body })

    assert.equal(status, 422)
    assert.deepEqual(Object.keys(raw.json().errors), fields)
    assert.equal((await foyer.events('attributes.changed')).length, 0)
    assert.equal((await foyer.events('profile.updated')).length, 0)
  })
}

test('a name that pollutes prototypes is refused and pollutes nothing (ATT-17)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const client = await createApiClient(foyer, laptop)
  const bodies = [
    '{"attributes":{"__proto__":{"polluted":"yes"}}}',
    '{"attributes":{"constructor":{"prototype":{"polluted":"yes"}}}}',
    '{"__proto__":{"attributes":{"company":"X"}}}',
  ]

  for (const text of bodies) {
    const { status } = await client.request('/api/user', {
      method: 'PATCH',
      body: text,
      headers: { 'content-type': 'application/json' },
    })
    assert.ok(status === 422 || status === 400, `${status} to ${text}`)
  }

  assert.equal('polluted' in {}, false)
  assert.equal((await foyer.db.selectFrom('user_attributes').selectAll().execute()).length, 0)
})

test('name and attributes are changed together, or neither (ATT-18)', async (t) => {
  const names = Array.from({ length: 9 }, (_, at) => `text_${at}`)
  const list = names.map((name): Attribute => ({
    name,
    label: 'Text',
    visibility: 'private',
    type: 'text',
    maxLength: 500,
  }))
  const { foyer, laptop } = await adaWithAttributes(t, list)
  const client = await createApiClient(foyer, laptop)
  const attributes = Object.fromEntries(names.map((name) => [name, '\u{1F600}'.repeat(500)]))
  const body = { name: 'Ada King', attributes }

  const { status, raw } = await client.request('/api/user', { method: 'PATCH', body })

  assert.equal(status, 422)
  assert.deepEqual(
    Object.keys(raw.json().errors),
    names.map((name) => `attributes.${name}`),
  )
  const { name } = await foyer.db.selectFrom('users').select('name').executeTakeFirstOrThrow()
  assert.equal(name, 'Ada Lovelace')
  assert.equal((await foyer.events('profile.updated')).length, 0)
})

test('the API shows the attributes at an earlier time (ATT-19)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const client = await createApiClient(foyer, laptop)
  await laptop.json('/user/attributes', { method: 'PUT', body: { company: 'Before' } })
  const at = new Date(foyer.clock.now()).toISOString()
  foyer.clock.advance(60_000)
  await laptop.json('/user/attributes', { method: 'PUT', body: { company: 'After' } })

  const { raw } = await client.request(`/api/user?at=${at}`)

  assert.deepEqual(raw.json().attributes, { ...unset, company: 'Before' })
})

test('the OpenAPI document describes the attributes, without hidden ones (ATT-20)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)

  const document = (await laptop.open('/api/openapi.json')).text
  const { schemas } = JSON.parse(document).components

  const output = schemas.User.properties.attributes.properties
  assert.deepEqual(Object.keys(output), Object.keys(unset))
  const input = schemas.UserUpdate.properties.attributes
  assert.equal(input.additionalProperties, false)
  assert.deepEqual(
    Object.keys(input.properties),
    Object.keys(unset).filter((name) => name !== 'plan'),
  )
  assert.match(JSON.stringify(input.properties.size), /"enum":\["s","l"\]/)
  assert.match(JSON.stringify(input.properties.seats), /"maximum":500/)
  assert.doesNotMatch(document, /crm_id|Customer number/)
  const { text } = await laptop.open('/api/docs')
  assert.match(text, /attributes\.company/)
  assert.doesNotMatch(text, /crm_id/)
  assert.equal(foyer.app.attributes, sampleAttributes)
})

test('a value of an earlier declaration is null in the API, not an error (ATT-21)', async (t) => {
  const { foyer, laptop } = await adaWithAttributes(t)
  const client = await createApiClient(foyer, laptop)
  const { id } = await foyer.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const context = { now: foyer.clock.now(), attributes: textInsteadOfNumber }
  await foyer.db
    .transaction()
    .execute((tx) => setManagedAttributes(tx, context, id, { seats: 'many' }))

  const { status, raw } = await client.request('/api/user')

  assert.equal(status, 200)
  assert.equal(raw.json().attributes.seats, null)
})

const textInsteadOfNumber = [
  {
    name: 'seats',
    label: 'Seats',
    visibility: 'managed',
    shown: true,
    type: 'text',
    maxLength: 10,
  },
] as const

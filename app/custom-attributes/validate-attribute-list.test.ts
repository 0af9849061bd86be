import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Attribute } from '#app/attributes.ts'
import { sampleAttributes } from '#testing/attribute-samples.ts'

import { requireValidAttributeList } from './validate-attribute-list.ts'

const wrongLists: [string, Partial<Attribute>][] = [
  ['__proto__', { name: '__proto__' }],
  ['constructor', { name: 'constructor' }],
  ['a capital letter', { name: 'Company' }],
  ['no label', { label: ' ' }],
  ['too long a text', { type: 'text', maxLength: 501 }],
  ['no options', { type: 'choice', options: [] }],
]

for (const [why, change] of wrongLists) {
  test(`the server does not start with a wrong attribute declaration: ${why} (ATT-15)`, () => {
    const [valid] = sampleAttributes
    assert.doesNotThrow(() => requireValidAttributeList(valid ? [valid] : []))

    assert.throws(
      () => requireValidAttributeList([{ ...valid, ...change } as Attribute]),
      /attributes\.ts/,
    )
  })
}

test('the server does not start with an attribute declared twice, or 17 to edit (ATT-15)', () => {
  const list = Array.from({ length: 17 }, (_, at): Attribute => ({
    name: `flag_${at}`,
    label: 'Flag',
    visibility: 'private',
    type: 'boolean',
  }))
  assert.doesNotThrow(() => requireValidAttributeList(list.slice(0, 16)))
  assert.throws(() => requireValidAttributeList(list), /more than 16/)
  assert.throws(
    () => requireValidAttributeList([...list.slice(0, 1), ...list.slice(0, 1)]),
    /declared twice/,
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { canonicalJson } from './canonical-json.ts'

test('the same value is written the same, in whatever order it was made', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: 'é', c: null }], a: true }),
    '{"a":true,"b":[1,{"c":null,"d":"é"}]}',
  )
  assert.equal(canonicalJson({ b: 1, a: undefined }), '{"b":1}')
})

test('names are ordered as RFC 8785 shows it', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
  const written = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))

  assert.deepEqual(
    [...written.matchAll(/"([^"]*)":/g)].map(([, name]) => name),
    ['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
  )
})

test('what was written is read back, and written the same again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const written = canonicalJson(value)
      assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(value)))
      assert.equal(canonicalJson(JSON.parse(written)), written)
    }),
  )
})

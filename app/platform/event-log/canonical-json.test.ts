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

test('strings and numbers are written byte for byte as in earlier releases', () => {
  const texts = { c: 'é\u2028\u0007"\\\ud83d\ude00', '': '</b>' }
  const numbers = [-0, 1.0, 1e21, 1e-7, 0.1, 2 ** 53, undefined]

  assert.equal(
    canonicalJson({ texts, numbers }),
    '{"numbers":[0,1,1e+21,1e-7,0.1,9007199254740992,null],"texts":{"":"</b>","c":"é\u2028\\u0007\\"\\\\\ud83d\ude00"}}',
  )
})

test('names are ordered as RFC 8785 shows it', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
  const written = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))

  assert.deepEqual(
    [...written.matchAll(/"([^"]*)":/g)].map(([, name]) => name),
    ['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
  )
})

test('a lone surrogate, which only an altered row contains, does not throw', () => {
  assert.equal(canonicalJson({ name: '\ud800' }), '{"name":"\\ud800"}')
})

test('reads back what was written, and writes the same again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const written = canonicalJson(value)
      assert.deepEqual(JSON.parse(written), JSON.parse(JSON.stringify(value)))
      assert.equal(canonicalJson(JSON.parse(written)), written)
    }),
  )
})

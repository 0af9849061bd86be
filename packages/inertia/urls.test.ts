import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { isOtherOrigin, pathAndQuery, sameOriginPath } from './core/urls.ts'

const origin = 'https://ours.example'

/** Fragments on which URL parsers disagree. */
const pieces = ['/', '//', '\\', '\t', '\n', '\r', ' ', '\0', '.', '..', '@', ':', '?', '#', '%']
const names = ['https:', 'HTTP:', 'javascript:', 'data:', 'evil.example', 'ours.example', ':443']
const more = ['%2f', '%5c', '%09', '[::1]', 'é', '。', '／', '\u200d', '\ud800', 'a']
const address = fc.oneof(
  fc
    .array(fc.constantFrom(...pieces, ...names, ...more), { maxLength: 8 })
    .map((it) => it.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const manyRuns = { numRuns: 5000 }

function originOf(url: string): string | null {
  return URL.canParse(url, origin) ? new URL(url, origin).origin : null
}

test('a browser resolves every path we derive from a request to our origin (1.5.3)', () => {
  fc.assert(
    fc.property(address, (requested) => assert.equal(originOf(pathAndQuery(requested)), origin)),
    manyRuns,
  )
})

test('a URL counts as another site exactly when a browser resolves it to one (1.5.3)', () => {
  fc.assert(
    fc.property(address, (requested) => {
      const isWeb = /^https?:/.test(originOf(requested) ?? '')
      assert.equal(isOtherOrigin(requested, origin), isWeb && originOf(requested) !== origin)
    }),
    manyRuns,
  )
})

test('a same-origin path still resolves to our origin when parsed again (1.5.3)', () => {
  fc.assert(
    fc.property(address, (requested) => {
      const path = sameOriginPath(requested, origin)
      assert.equal(path === undefined, originOf(requested) !== origin)
      if (path !== undefined) assert.equal(originOf(path), origin)
    }),
    manyRuns,
  )
})

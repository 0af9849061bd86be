import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { isOtherOrigin, pathAndQuery, sameOriginPath } from './core/urls.ts'

const origin = 'https://ours.example'

/** Pieces that parsers of addresses disagree about. */
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
const often = { numRuns: 5000 }

function originOf(url: string): string | null {
  return URL.canParse(url, origin) ? new URL(url, origin).origin : null
}

test('whatever was asked for, a browser reads the path we make of it as one of ours (1.5.3)', () => {
  fc.assert(
    fc.property(address, (asked) => assert.equal(originOf(pathAndQuery(asked)), origin)),
    often,
  )
})

test('an address is led to elsewhere exactly when a browser reads another site in it (1.5.3)', () => {
  fc.assert(
    fc.property(address, (asked) => {
      const isWeb = /^https?:/.test(originOf(asked) ?? '')
      assert.equal(isOtherOrigin(asked, origin), isWeb && originOf(asked) !== origin)
    }),
    often,
  )
})

test('what is taken for a path of ours leads nowhere else when it is read again (1.5.3)', () => {
  fc.assert(
    fc.property(address, (asked) => {
      const path = sameOriginPath(asked, origin)
      assert.equal(path === undefined, originOf(asked) !== origin)
      if (path !== undefined) assert.equal(originOf(path), origin)
    }),
    often,
  )
})

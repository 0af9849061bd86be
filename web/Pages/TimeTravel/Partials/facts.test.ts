import assert from 'node:assert/strict'
import { test } from 'node:test'

import { text } from '@foyer/sentences'

import { factsOf } from './facts.ts'
import { nobody } from './nobody.ts'

test('what was agreed to is told by when, which a person knows, and not by a digest of the text', () => {
  const means = { t: text(null, 'en'), timeZone: 'UTC', devices: {}, languages: [] }
  const state = { ...nobody, termsVersion: 'f3f6c0ffee00', termsSince: '2026-05-03T10:12:00.000Z' }

  const terms = factsOf(state, means).find(({ key }) => key === 'terms')

  assert.equal(terms?.value, 'On May 3, 2026, 10:12 AM')
})

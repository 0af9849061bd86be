import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'

import { matchesTitle } from './matches-title.ts'

const t = createTranslator(null, 'en')

test('the matches of a search are counted, unless there are more on a next page', () => {
  assert.equal(matchesTitle(t, [{}], null), 'One match')
  assert.equal(matchesTitle(t, [{}, {}], null), '2 matches')
  assert.equal(matchesTitle(t, [{}, {}], 'cursor'), 'Matches')
  assert.equal(matchesTitle(t, [], null), 'Matches')
})

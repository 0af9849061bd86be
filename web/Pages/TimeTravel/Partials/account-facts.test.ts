import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'

import { emptyAccount } from '#app/account-state.ts'

import { factsOf } from './account-facts.ts'

test('shows accepted terms by date, not by version hash', () => {
  const context = {
    t: createTranslator(null, 'en'),
    timeZone: 'UTC',
    devices: {},
    languages: [],
    attributes: [],
  }
  const state = {
    ...emptyAccount,
    termsVersion: 'f3f6c0ffee00',
    termsSince: '2026-05-03T10:12:00.000Z',
  }

  const terms = factsOf(state, context).find(({ key }) => key === 'terms')

  assert.equal(terms?.value, 'On May 3, 2026, 10:12 AM')
})

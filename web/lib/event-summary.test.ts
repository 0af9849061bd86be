import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'

import { eventSummary } from './event-summary.ts'

const germanTranslator = createTranslator({}, 'de')

test('of a profile everything is told that was changed, a language by its name', () => {
  const data = {
    before: { name: 'Ada', locale: null, timezone: 'UTC' },
    after: { name: 'Ada King', locale: 'en', timezone: 'UTC' },
  }
  assert.equal(
    eventSummary(germanTranslator, { type: 'profile.updated', data }),
    'Ada → Ada King · – → Englisch',
  )
})

test('of what was agreed to, which document it was', () => {
  const note = (document: string) =>
    eventSummary(germanTranslator, { type: 'terms.accepted', data: { document } })
  assert.deepEqual([note('terms'), note('policy')], ['Terms of Service', 'Privacy Policy'])
})

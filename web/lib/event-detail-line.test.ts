import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'

import { eventDetailLine } from './event-detail-line.ts'
import { separator } from './separator.ts'

const germanTranslator = createTranslator({}, 'de')

test('summarizes every changed profile field, with languages by name', () => {
  const data = {
    before: { name: 'Ada', locale: null, timezone: 'UTC' },
    after: { name: 'Ada King', locale: 'en', timezone: 'UTC' },
  }
  assert.equal(
    eventDetailLine(germanTranslator, { type: 'profile.updated', data }),
    `Ada → Ada King${separator}– → Englisch`,
  )
})

test('summarizes accepted terms by the name of the document', () => {
  const summaryOf = (document: string) =>
    eventDetailLine(germanTranslator, { type: 'terms.accepted', data: { document } })
  assert.deepEqual(
    [summaryOf('terms'), summaryOf('policy')],
    ['Terms of Service', 'Privacy Policy'],
  )
})

test('only the event of a wrong attempt counts wrong attempts', () => {
  const t = createTranslator({}, 'en')
  const lines = ['sign-in.refused', 'sign-in.stopped', 'of-another-feature'].map((type) =>
    eventDetailLine(t, { type, data: { count: 2 } }),
  )
  assert.deepEqual(lines, ['2 wrong attempts', '2 times', null])
})

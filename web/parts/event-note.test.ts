import assert from 'node:assert/strict'
import { test } from 'node:test'

import { text } from '@foyer/sentences'

import { eventNote } from './event-note.ts'

const german = text({}, 'de')

test('of a profile everything is told that was changed, a language by its name', () => {
  const data = {
    before: { name: 'Ada', locale: null, timezone: 'UTC' },
    after: { name: 'Ada King', locale: 'en', timezone: 'UTC' },
  }
  assert.equal(
    eventNote(german, { type: 'profile.updated', data }),
    'Ada → Ada King · – → Englisch',
  )
})

test('of what was agreed to, which document it was', () => {
  const note = (document: string) =>
    eventNote(german, { type: 'terms.accepted', data: { document } })
  assert.deepEqual([note('terms'), note('policy')], ['Terms of Service', 'Privacy Policy'])
})

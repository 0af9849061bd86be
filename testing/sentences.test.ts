import assert from 'node:assert/strict'
import { test } from 'node:test'

import { languages } from '#app/languages.ts'
import { madeUpHouse, readHouse } from '#testing/architecture/house.ts'

import { type Entries, misfits, missing, unused } from './sentences/catalogue-faults.ts'
import { readEntries } from './sentences/catalogue-files.ts'
import { sentencesUsed } from './sentences/sentences-used.ts'

const used = sentencesUsed(readHouse(process.cwd()))
const howTo = 'npm run sentences lists what is missing'

test('every sentence in the code was seen', () => {
  const seen = new Set(used.map(({ sentence }) => sentence))
  const some = [
    'Sign in',
    'New here? <link>Create an account</link>',
    '<address>{email}</address> waits to be confirmed. The link we sent there works until {time}.',
    'Too many tries. Try again in {count} seconds.',
    'That is not your password.',
    'Enter your e-mail address.',
  ]

  assert.ok(used.length > 250, `${used.length}`)
  assert.deepEqual(
    some.filter((sentence) => !seen.has(sentence)),
    [],
  )
})

for (const { code } of languages.filter((language) => language.code !== 'en')) {
  test(`every sentence is translated: ${code}`, () => {
    assert.deepEqual(missing(used, readEntries(code)), [], howTo)
  })

  test(`no translation is left of a sentence nobody says any more: ${code}`, () => {
    assert.deepEqual(unused(used, readEntries(code)), [], howTo)
  })

  test(`placeholders, words inside words and plural forms are those of the sentence: ${code}`, () => {
    assert.deepEqual(misfits(used, readEntries(code), code), [])
  })
}

test('it would be noticed', () => {
  const said = sentencesUsed(
    madeUpHouse({
      'web/Pages/One.tsx': `
        const label = t(isNew ? 'New' : 'Old')
        t.n(count, 'One apple', '{count} apples', {})
        const one = <Card title="Apples">{t.rich('See <link>all {count}</link>', wrap)}</Card>`,
      'app/one/one.ts': `
        throw new Invalid({ name: 'That is no apple.' })
        throw new Error('Nobody reads this.')
        log.warn({}, 'Nor this.')`,
    }),
  )
  const entries: Entries = {
    New: 'Neu',
    '{count} apples': { other: '{count} Äpfel' },
    'See <link>all {count}</link>': 'Alle {count} ansehen',
    Pears: 'Birnen',
  }

  assert.deepEqual(missing(said, entries).toSorted(), ['Apples', 'Old', 'That is no apple.'])
  assert.deepEqual(unused(said, entries), ['Pears'])
  assert.equal(misfits(said, entries, 'de').length, 2)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { languages } from '#app/languages.ts'

import { fakeTree, readSourceTree } from './architecture/source-tree.ts'
import { extractMessages } from './translations/extract-messages.ts'
import {
  type TranslationMap,
  mismatchedTranslations,
  missingTranslations,
  unusedTranslations,
} from './translations/translation-errors.ts'
import { readTranslations } from './translations/translation-files.ts'

const usedMessages = extractMessages(readSourceTree(process.cwd()))
const hint = 'npm run translations lists what is missing'

test('finds every message in the code', () => {
  const seen = new Set(usedMessages.map(({ message }) => message))
  const samples = [
    'Sign in',
    'New here? <link>Create an account</link>',
    "This makes <address>{email}</address> the address of {name}'s account again. It signs out every device, and we'll send you a link to choose a new password.",
    'Too many attempts. Try again in {count} seconds.',
    "That password isn't right. Try again.",
    'Enter your email address.',
    "Where you're signed in.",
  ]

  assert.ok(usedMessages.length > 250, `${usedMessages.length}`)
  assert.deepEqual(
    samples.filter((message) => !seen.has(message)),
    [],
  )
})

/** A number with its unit, such as "14 days" or "ten times", and any number after "at most" and the like. */
const writtenLimit =
  /\b(?:most|least|than) \d|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety|one more|for one|an?)\s(?:minutes?|hours?|days?|weeks?|months?|years?|times|codes)\b/i

/** Phrases that are no limits, or only approximate ones. */
const isNoLimit = (message: string) =>
  /^(It happens\.|Nothing after a minute\?|Wait a minute|Choose one of these\.|Your place is kept for a year\.)|up to a minute behind\.$/.test(
    message,
  )

test('numbers in sentences come from the limits of the features', () => {
  const found = usedMessages.filter(({ message }) => writtenLimit.test(message))

  assert.deepEqual(
    found.filter(({ message }) => !isNoLimit(message)),
    [],
  )
  assert.match('You have 14 days to change your mind.', writtenLimit)
  assert.match('It works for seven days.', writtenLimit)
  assert.match('Enter at most 20 IP addresses.', writtenLimit)
})

for (const { code } of languages.filter((language) => language.code !== 'en')) {
  test(`every message is translated: ${code}`, () => {
    assert.deepEqual(missingTranslations(usedMessages, readTranslations(code)), [], hint)
  })

  test(`no translation is unused: ${code}`, () => {
    assert.deepEqual(unusedTranslations(usedMessages, readTranslations(code)), [], hint)
  })

  test(`placeholders, tags and plural forms match the source message: ${code}`, () => {
    assert.deepEqual(mismatchedTranslations(usedMessages, readTranslations(code), code), [])
  })
}

test('no German message addresses the user as "du"', () => {
  assert.deepEqual(textsWith(informalGerman, 'de'), [])
  assert.match('Wählen Sie dein Passwort.', informalGerman)
  assert.doesNotMatch('Im Duden steht: Sie sind dabei.', informalGerman)
})

test('French messages use the typographic apostrophe', () => {
  assert.deepEqual(textsWith(/'/, 'fr'), [])
})

test('French punctuation keeps its narrow no-break space', () => {
  assert.deepEqual(textsWith(breakableFrench, 'fr'), [])
  assert.match('Ce n’était pas vous ?', breakableFrench)
  assert.match('« Membre »', breakableFrench)
  assert.match('Attention: rien.', breakableFrench)
  assert.doesNotMatch('À 03:12, https://example.com\u202f!', breakableFrench)
})

/** Punctuation that could begin a line, or lacks its space. */
const breakableFrench = /[ \u00a0][:;!?»]|[\p{L}}][;!?»]|\p{L}: |«[^\u202f]/u

const informalGerman = /(?<![\p{L}\d])(?:du|dich|dir|dein(?:e[mnrs]?)?)(?![\p{L}\d])/iu

function textsWith(pattern: RegExp, language: string): string[] {
  return Object.values(readTranslations(language))
    .flatMap((text) => (typeof text === 'string' ? text : Object.values(text)))
    .filter((text) => pattern.test(text))
}

test('the checks find missing, unused and mismatched translations', () => {
  const foundMessages = extractMessages(
    fakeTree({
      'web/Pages/One.tsx': `
        const label = t(isNew ? 'New' : 'Old')
        t.n(count, 'One apple', '{count} apples', {})
        const one = <Card title="Apples">{t.rich('See <link>all {count}</link>', wrap)}</Card>`,
      'app/one/one.ts': `
        throw new ValidationError({ name: 'That is no apple.' })
        throw new Error('Nobody reads this.')
        log.warn({}, 'Nor this.')`,
      'app/two/feature.ts': `
        const tables = { file: 'twos.json', description: 'Your twos.', columns: ['For developers.'] }`,
    }),
  )
  const entries: TranslationMap = {
    New: 'Neu',
    '{count} apples': { other: '{count} Äpfel' },
    'See <link>all {count}</link>': 'Alle {count} ansehen',
    Pears: 'Birnen',
  }

  assert.deepEqual(missingTranslations(foundMessages, entries).toSorted(), [
    'Apples',
    'Old',
    'That is no apple.',
    'Your twos.',
  ])
  assert.deepEqual(unusedTranslations(foundMessages, entries), ['Pears'])
  assert.equal(mismatchedTranslations(foundMessages, entries, 'de').length, 2)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { msg } from './msg.ts'
import { pseudoTranslations } from './pseudo-locales.ts'
import { createTranslator } from './translator.ts'

const english = createTranslator(null, 'en')

const dutch = createTranslator(
  {
    'Sign in': 'Inloggen',
    'Hello {name}': 'Dag {name}',
    '{count} sessions': { one: '{count} sessie', other: '{count} sessies' },
    'I agree to the <terms>Terms</terms>': 'Met de <terms>voorwaarden</terms> ga ik akkoord',
  },
  'nl',
)

test('a country code becomes its name, an unknown one null', () => {
  assert.deepEqual([english.region('NL'), dutch.region('NL')], ['Netherlands', 'Nederland'])
  assert.equal(english.region('XX'), null)
})

test('English needs no translations', () => {
  assert.equal(english('Sign in'), 'Sign in')
  assert.equal(english('Hello {name}', { name: 'Ada' }), 'Hello Ada')
})

test('a translated message replaces the English one and keeps its values', () => {
  assert.equal(dutch('Sign in'), 'Inloggen')
  assert.equal(dutch('Hello {name}', { name: 'Ada' }), 'Dag Ada')
})

test('a message without translation stays English', () => {
  assert.equal(dutch('Sign out'), 'Sign out')
})

test('inherited property names are not translations or values', () => {
  assert.equal(dutch('constructor'), 'constructor')
  const message: string = 'Hello {toString}'
  assert.equal(english(message, {}), 'Hello {toString}')
})

test('plurals follow the language', () => {
  const polish = createTranslator(
    { '{count} sessions': { one: '{count} sesja', few: '{count} sesje', other: '{count} sesji' } },
    'pl',
  )
  const counts = [1, 2, 5, 22].map((count) => polish.n(count, 'One session', '{count} sessions'))
  assert.deepEqual(counts, ['1 sesja', '2 sesje', '5 sesji', '22 sesje'])
})

test('plurals without translation are English', () => {
  assert.equal(dutch.n(1, 'One token', '{count} tokens'), 'One token')
  assert.equal(dutch.n(0, 'One token', '{count} tokens'), '0 tokens')
})

test('a language without plurals gives one string', () => {
  const japanese = createTranslator({ '{count} sessions': 'セッション{count}件' }, 'ja')
  assert.equal(japanese.n(1, 'One session', '{count} sessions'), 'セッション1件')
})

test('numbers are formatted for the language', () => {
  assert.equal(dutch.n(12345, 'One session', '{count} sessions'), '12.345 sessies')
  assert.equal(english('{size} bytes', { size: 12345 }), '12,345 bytes')
})

test('a message created earlier is translated later', () => {
  const plain = msg('Sign in')
  const greeting = msg('Hello {name}', { name: 'Ada' })
  const counted = msg.n(2, 'One session', '{count} sessions')
  assert.deepEqual(
    [plain, greeting, counted].map((message) => dutch(message)),
    ['Inloggen', 'Dag Ada', '2 sessies'],
  )
})

test('tags are wrapped where the translation has them', () => {
  const wrapped = dutch.rich('I agree to the <terms>Terms</terms>', (tag, inside) => ({
    tag,
    inside,
  }))
  assert.deepEqual(wrapped, [
    'Met de ',
    { tag: 'terms', inside: ['voorwaarden'] },
    ' ga ik akkoord',
  ])
})

test('a value that looks like a tag stays text', () => {
  const wrapped = english.rich(msg('Hi {name}', { name: '<b>Ada</b>' }), () => 'WRAPPED')
  assert.deepEqual(wrapped, ['Hi <b>Ada</b>'])
})

test('direction comes from the language', () => {
  const directions = ['en', 'ar', 'he-IL', 'fa', 'arn', 'ar-XB'].map(
    (it) => createTranslator(null, it).dir,
  )
  assert.deepEqual(directions, ['ltr', 'rtl', 'rtl', 'rtl', 'ltr', 'rtl'])
})

test('the long pseudo-locale is bracketed, accented, at least a third longer, and keeps placeholders', () => {
  const t = createTranslator(pseudoTranslations('en-XA'), 'en-XA')
  const short = t('Sign in')
  assert.match(short, /^⟦Šîîĝñ îîñ.*⟧$/)
  assert.ok(short.length > 'Sign in'.length * 1.3)
  assert.match(t('Hello {name}', { name: 'Ada' }), /Ada/)
  assert.deepEqual(t.rich('Read <terms>it</terms>', (tag) => ({ tag }))[1], { tag: 'terms' })
  assert.match(t.n(1, 'One session', '{count} sessions'), /Öñéé/)
})

test('the right-to-left pseudo-locale also mirrors every word', () => {
  const t = createTranslator(pseudoTranslations('ar-XB'), 'ar-XB')
  assert.equal(t.dir, 'rtl')
  assert.equal(
    t('Hello {name}', { name: 'Ada' }),
    '⟦\u200F\u202EĤééļļöö\u202C\u200F Ada \u200F\u202E·····\u202C\u200F⟧',
  )
})

test('the types require what the message needs', () => {
  // @ts-expect-error name is missing
  english('Hello {name}')
  // @ts-expect-error nam is not name
  english('Hello {name}', { nam: 'Ada' })
  // @ts-expect-error name is missing
  english.n(2, 'One of {name}', '{count} of {name}')
  // @ts-expect-error name is missing
  msg('Hello {name}')
  assert.equal(english.n(2, 'One of {name}', '{count} of {name}', { name: 'Ada' }), '2 of Ada')
})

test('relative times are formatted in words', () => {
  assert.equal(createTranslator(null, 'en').relative(-3, 'minute'), '3 minutes ago')
  assert.equal(createTranslator(null, 'de').relative(-1, 'day'), 'gestern')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { negotiateLanguage } from './negotiate-language.ts'

const available = ['en', 'nl', 'pt-BR', 'ar-XB']

test('picks the preferred available language', () => {
  assert.equal(negotiateLanguage('de, nl;q=0.8, en;q=0.9', available), 'en')
  assert.equal(negotiateLanguage('NL-be;q=0.5, fr', available), 'nl')
  assert.equal(negotiateLanguage('pt-br', available), 'pt-BR')
})

test('falls back to the first available language', () => {
  const acceptHeaders = [
    undefined,
    '',
    '*',
    'de',
    'nl;q=0',
    ';;;',
    'nl;q=0.0',
    '\u0000'.repeat(5000),
  ]
  assert.deepEqual(
    acceptHeaders.map((header) => negotiateLanguage(header, available)),
    acceptHeaders.map(() => 'en'),
  )
})

test('a pseudo-locale is picked only by its full tag', () => {
  assert.equal(negotiateLanguage('ar', available), 'en')
  assert.equal(negotiateLanguage('ar-XB', available), 'ar-XB')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { negotiate } from './negotiate.ts'

const available = ['en', 'nl', 'pt-BR', 'ar-XB']

test('picks the preferred available language', () => {
  assert.equal(negotiate('de, nl;q=0.8, en;q=0.9', available), 'en')
  assert.equal(negotiate('NL-be;q=0.5, fr', available), 'nl')
  assert.equal(negotiate('pt-br', available), 'pt-BR')
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
    acceptHeaders.map((header) => negotiate(header, available)),
    acceptHeaders.map(() => 'en'),
  )
})

test('a pseudo-locale is picked only by its full tag', () => {
  assert.equal(negotiate('ar', available), 'en')
  assert.equal(negotiate('ar-XB', available), 'ar-XB')
})

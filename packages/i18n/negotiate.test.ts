import assert from 'node:assert/strict'
import { test } from 'node:test'

import { negotiate } from './negotiate.ts'

const available = ['en', 'nl', 'pt-BR', 'ar-XB']

test('the most wanted language that exists is taken', () => {
  assert.equal(negotiate('de, nl;q=0.8, en;q=0.9', available), 'en')
  assert.equal(negotiate('NL-be;q=0.5, fr', available), 'nl')
  assert.equal(negotiate('pt-br', available), 'pt-BR')
})

test('the first available language answers every other wish', () => {
  const acceptHeader = [
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
    acceptHeader.map((wish) => negotiate(wish, available)),
    acceptHeader.map(() => 'en'),
  )
})

test('a made-up language is given only to those who ask for it by its whole name', () => {
  assert.equal(negotiate('ar', available), 'en')
  assert.equal(negotiate('ar-XB', available), 'ar-XB')
})

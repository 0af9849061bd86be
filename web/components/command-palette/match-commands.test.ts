import assert from 'node:assert/strict'
import { test } from 'node:test'

import { matchCommands } from './match-commands.ts'

const commands = [
  { label: 'API-Token', group: 'Seite' },
  { label: 'E-Mail-Adresse ändern', group: 'Konto' },
  { label: 'Paßwort', group: 'Konto' },
]
const labels = (query: string) => matchCommands(commands, query).map(({ label }) => label)

test('an empty query finds every command', () => {
  assert.deepEqual(labels(' '), ['API-Token', 'E-Mail-Adresse ändern', 'Paßwort'])
})

test('a query finds part of a word, without accents and in any case', () => {
  assert.deepEqual(labels('ANDER'), ['E-Mail-Adresse ändern'])
})

test('every word of a query must occur, in any order, in the name or the group', () => {
  assert.deepEqual(labels('konto mail'), ['E-Mail-Adresse ändern'])
  assert.deepEqual(labels('konto token'), [])
})

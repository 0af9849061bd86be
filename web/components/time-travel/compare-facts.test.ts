import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'

import { byPosition } from '#web/Pages/TimeTravel/Partials/account-facts.ts'

import { compareFacts, foldSessions } from './compare-facts.ts'
import type { Fact } from './fact.ts'

const t = createTranslator(null, 'en')
const fact = (key: string, value = key): Fact => ({ key, label: key, value, field: null })
const fold = (then: Fact[], now: Fact[]) => foldSessions(t, compareFacts(then, now, byPosition))

test('all sessions are one row with their number, also when only some differ', () => {
  const then = [fact('session a'), fact('session b')]
  const now = [fact('session b'), fact('session c'), fact('session d')]

  const { different, same } = fold(then, now)

  assert.deepEqual(same, [])
  assert.equal(different.length, 1)
  assert.partialDeepStrictEqual(different[0], { key: 'session', before: '2', after: '3' })
  assert.deepEqual(
    different[0]?.items?.map(({ key }) => key),
    ['session a', 'session c', 'session d'],
  )
})

test('as many but other sessions are a difference; the same ones are not', () => {
  assert.equal(fold([fact('session a')], [fact('session b')]).different.length, 1)
  assert.equal(fold([fact('session a')], [fact('session a')]).different.length, 0)
})

test('name, address and tokens come first', () => {
  const now = ['session a', 'terms', 'token a', 'photo', 'email', 'name'].map((key) => fact(key))

  assert.deepEqual(
    fold([], now).different.map(({ key }) => key),
    ['name', 'email', 'token a', 'photo', 'terms', 'session'],
  )
})

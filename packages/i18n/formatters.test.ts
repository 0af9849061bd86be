import assert from 'node:assert/strict'
import { test } from 'node:test'

import { dateFormat } from './formatters.ts'

test('the same language and options share a formatter', () => {
  assert.equal(dateFormat('nl', { timeZone: 'UTC' }), dateFormat('nl', { timeZone: 'UTC' }))
  assert.notEqual(dateFormat('nl', { timeZone: 'UTC' }), dateFormat('nl'))
  assert.notEqual(dateFormat('nl'), dateFormat('de'))
})

test('the cache evicts its oldest entry, so that requests cannot fill the memory', () => {
  const first = dateFormat('en', { year: 'numeric' })
  const widths = Array.from({ length: 500 }, (_, each) => `en-x-a${each}`)
  widths.forEach((locale) => dateFormat(locale))
  assert.notEqual(dateFormat('en', { year: 'numeric' }), first)
})

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { languages } from '#app/languages.ts'

import { bundleSizes, excesses } from './bundle-size.ts'

const sizes = await bundleSizes(join(import.meta.dirname, '../dist/browser'))

test('no page, in no language, makes a browser load more script than it may before it works', () => {
  assert.ok(sizes.length >= 19 * languages.length)
  assert.deepEqual(sizes.flatMap(excesses), [])
})

test('it would be noticed', () => {
  const heavy = { page: 'Welcome', locale: 'de', first: 110_001, sent: 100_001, further: 25_001 }

  assert.equal(excesses(heavy).length, 3)
})

test('a language weighs what is said on the page, and what of a page comes later is counted for visits', () => {
  const find = (name: string, code: string) =>
    sizes.find(({ page, locale }) => page === name && locale === code)
  const [english, german] = [find('Profile/Show', 'en'), find('Profile/Show', 'de')]
  const welcome = find('Welcome', 'de')

  assert.ok(english && german && welcome)
  assert.ok(german.first > english.first + 1500)
  assert.ok(german.first > welcome.first + 1500)
  assert.ok(english.further > 8000)
})

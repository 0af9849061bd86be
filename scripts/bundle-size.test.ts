import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { languages } from '#app/languages.ts'

import { bundleSizes, exceededLimits } from './bundle-size.ts'

const sizes = await bundleSizes(join(import.meta.dirname, '../dist/browser'))

test('no page exceeds the script size limits, in any language', () => {
  assert.ok(sizes.length >= 19 * languages.length)
  assert.deepEqual(sizes.flatMap(exceededLimits), [])
})

test('exceeded limits are reported', () => {
  const heavyPage = {
    page: 'Welcome',
    locale: 'de',
    firstLoadGzip: 110_001,
    firstLoadBrotli: 100_001,
    nextLoadGzip: 25_001,
  }

  assert.equal(exceededLimits(heavyPage).length, 3)
})

test("translations count towards a page's size, and lazy parts towards navigation", () => {
  const find = (name: string, code: string) =>
    sizes.find(({ page, locale }) => page === name && locale === code)
  const [english, german] = [find('Profile/Show', 'en'), find('Profile/Show', 'de')]
  const welcome = find('Welcome', 'de')

  assert.ok(english && german && welcome)
  assert.ok(german.firstLoadGzip > english.firstLoadGzip + 1500)
  assert.ok(german.firstLoadGzip > welcome.firstLoadGzip + 1500)
  assert.ok(english.nextLoadGzip > 8000)
})

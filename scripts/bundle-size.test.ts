import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { bundleSizes, excesses } from './bundle-size.ts'

const sizes = await bundleSizes(join(import.meta.dirname, '../dist/browser'))

test('no page makes a browser load more script than it may, all its sections counted', () => {
  assert.ok(sizes.length >= 9)
  assert.deepEqual(sizes.flatMap(excesses), [])
})

test('it would be noticed', () => {
  const heavy = {
    page: 'Welcome',
    first: 110_001,
    firstInGerman: 0,
    sent: 110_001,
    further: 15_001,
  }

  assert.equal(excesses(heavy).length, 3)
})

test('the sections of a page are among what its document asks for', async () => {
  const [profile, dashboard] = ['Profile/Show', 'Dashboard'].map((name) =>
    sizes.find(({ page }) => page === name),
  )

  assert.ok(profile && dashboard && profile.first > dashboard.first + 8000)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openFoyer } from './foyer.ts'

const foyer = openFoyer()

// Every visitor in every browser test listens like this one, so each page they see is proof that it does without.
test('what the policy stops fails the test that saw it (INR-16)', async (t) => {
  const { page, complaints } = await foyer.visitor(t)
  await page.goto('/')
  const said = page.waitForEvent('console', (it) => it.text().includes('img-src stopped'))
  await page.evaluate(() => {
    const image = document.createElement('img')
    image.src = 'https://example.com/spy.gif'
    document.body.append(image)
  })
  await said
  assert.ok(complaints.some((it) => it.includes('img-src stopped')))
  complaints.length = 0
})

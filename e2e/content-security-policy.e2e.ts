import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startTestServer } from './test-server.ts'

const foyer = startTestServer()

// Every visitor in every browser test listens like this one, so each page they see is proof that it does without.
test('what the policy stops fails the test that saw it (INR-16)', async (t) => {
  const { page, browserErrors } = await foyer.newVisitor(t)
  await page.goto('/')
  const violationLogged = page.waitForEvent('console', (it) =>
    it.text().includes('img-src stopped'),
  )
  await page.evaluate(() => {
    const image = document.createElement('img')
    image.src = 'https://example.com/spy.gif'
    document.body.append(image)
  })
  await violationLogged
  assert.ok(browserErrors.some((it) => it.includes('img-src stopped')))
  browserErrors.length = 0
})

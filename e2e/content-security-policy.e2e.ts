import assert from 'node:assert/strict'
import { test } from 'node:test'

import { startTestServer } from './test-server.ts'

const foyer = startTestServer()

// Every visitor of every browser test collects violations like this one, so those tests prove the policy for their pages.
test('a policy violation fails the test in which it occurs (INR-16)', async (t) => {
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

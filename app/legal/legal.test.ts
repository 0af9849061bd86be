import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseDocument, renderDocument } from '#app/legal/legal.ts'
import { createTestApp } from '#testing/test-app.ts'

test('anyone can read the terms and the policy', async (t) => {
  const browser = (await createTestApp(t)).browser()

  const [terms, policy] = [await browser.visit('terms.show'), await browser.visit('policy.show')]

  assert.equal(terms.page.component, 'TermsOfService')
  assert.match(String(terms.page.props['html']), /<h2>/)
  assert.equal(policy.page.component, 'PrivacyPolicy')
  assert.match(String(policy.page.props['version']), /^[0-9a-f]{12}$/)
})

test('the HTML of a legal document is sanitized', async () => {
  const document = parseDocument(
    'Updated: 2026-01-01\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](https://example.com)\n\n<div id="app" style="position:fixed">x</div>',
  )

  const { html } = await renderDocument(document)

  assert.doesNotMatch(html, /script|img|onerror|style|id=|alert/)
  assert.match(html, /href="https:\/\/example\.com"/)
})

test("any change of a legal document's text changes its version", () => {
  const one = parseDocument('Updated: 2026-01-01\n\nText.')
  const two = parseDocument('Updated: 2026-01-01\n\nText!')

  assert.notEqual(one.version, two.version)
  assert.equal(one.updatedAt, '2026-01-01')
})

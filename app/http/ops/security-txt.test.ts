import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTestApp } from '#testing/test-app.ts'

const path = '/.well-known/security.txt'

for (const [setting, contact] of [
  ['security@example.com', 'mailto:security@example.com'],
  ['https://example.com/report', 'https://example.com/report'],
] as const) {
  test(`security.txt names the contact of the setting: ${setting}`, async (t) => {
    const foyer = await createTestApp(t, { SECURITY_CONTACT: setting })

    const { raw } = await foyer.browser().open(path)

    const [, named, expires] = /^Contact: (\S+)\nExpires: (\S+)\n$/.exec(raw.payload) ?? []
    assert.equal(named, contact)
    const days = (Date.parse(expires ?? '') - foyer.clock.now()) / 86_400_000
    assert.ok(days > 30 && days < 365, `expires after ${days} days`)
    assert.equal(raw.headers['content-type'], 'text/plain; charset=utf-8')
  })
}

test('without the setting there is no security.txt', async (t) => {
  const foyer = await createTestApp(t)

  assert.equal((await foyer.browser().open(path)).status, 404)
})

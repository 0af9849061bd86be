import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTestApp } from '#testing/test-app.ts'

import { startupBanner } from './startup-banner.ts'

test('the startup banner leads to an account, with closed registration by the command line', async (t) => {
  const { config } = await createTestApp(t)

  assert.match(startupBanner(config), /http:\/\/localhost:3000\/register\n/)
  const closed = startupBanner({ ...config, registration: 'closed' })
  assert.doesNotMatch(closed, /\/register/)
  assert.match(closed, /npm run foyer -- user:create/)
})

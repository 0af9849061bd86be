import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { needsServices } from './needs-services.ts'

const runsWithServices = (file: string) => needsServices(join(import.meta.dirname, '..', file))

test('what opens a database, meets Redis or has the product runs again with the services', () => {
  assert.equal(runsWithServices('app/sign-in/sign-in.test.ts'), true)
  assert.equal(runsWithServices('app/platform/auth/one-time-tokens-race.test.ts'), true)
  assert.equal(runsWithServices('app/platform/db/postgres.test.ts'), true)
  assert.equal(runsWithServices('app/platform/rate-limit/redis-rate-limits.test.ts'), true)
  assert.equal(runsWithServices('packages/channels/cluster.test.ts'), true)
})

test('what would only pass a second time does not', () => {
  assert.equal(runsWithServices('app/platform/validation/name-rules.test.ts'), false)
  assert.equal(runsWithServices('app/server/main.test.ts'), false)
  assert.equal(runsWithServices('packages/channels/presence-channels.test.ts'), false)
})

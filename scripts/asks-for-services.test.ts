import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { asksForServices } from './asks-for-services.ts'

const isRunAgain = (file: string) => asksForServices(join(import.meta.dirname, '..', file))

test('what opens a database, meets Redis or has the product runs again with the services', () => {
  assert.equal(isRunAgain('app/sign-in/sign-in.test.ts'), true)
  assert.equal(isRunAgain('app/platform/one-winner.test.ts'), true)
  assert.equal(isRunAgain('app/platform/db/postgres.test.ts'), true)
  assert.equal(isRunAgain('app/platform/rate-limits-redis.test.ts'), true)
  assert.equal(isRunAgain('packages/channels/cluster.test.ts'), true)
})

test('what would only pass a second time does not', () => {
  assert.equal(isRunAgain('app/platform/text-rules.test.ts'), false)
  assert.equal(isRunAgain('app/main.test.ts'), false)
  assert.equal(isRunAgain('packages/channels/presence.test.ts'), false)
})

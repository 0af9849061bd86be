import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { independentOfServices, needsServices } from './needs-services.ts'
import { selectTests } from './select-tests.ts'

const runsWithServices = (file: string) => needsServices(join(import.meta.dirname, '..', file))

test('tests that use a database, Redis or the test app run again with the services', () => {
  assert.equal(runsWithServices('app/sign-in/sign-in.test.ts'), true)
  assert.equal(runsWithServices('app/platform/auth/one-time-tokens-race.test.ts'), true)
  assert.equal(runsWithServices('app/platform/db/postgres.test.ts'), true)
  assert.equal(runsWithServices('app/platform/rate-limit/redis-rate-limits.test.ts'), true)
  assert.equal(runsWithServices('packages/channels/cluster.test.ts'), true)
})

test('other tests run once', () => {
  assert.equal(runsWithServices('app/platform/validation/name-rules.test.ts'), false)
  assert.equal(runsWithServices('app/server/main.test.ts'), false)
  assert.equal(runsWithServices('packages/channels/presence-channels.test.ts'), false)
})

test('each file listed as independent of the services exists, needs one, and runs on SQLite only', () => {
  const { onSqlite, onServices } = selectTests(independentOfServices)

  assert.equal(onSqlite.length, independentOfServices.length)
  assert.deepEqual(onServices, [])
  assert.ok(onSqlite.every(needsServices))
})

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'

import { ada, signedInAda } from '#testing/signed-in-accounts.ts'
import type { TestApp } from '#testing/test-app.ts'
import { openConnection } from '#testing/test-database.ts'

const { email, password } = ada

/** Opens a write transaction in another connection. @returns ends it */
async function holdWriteLock(t: TestContext, { app }: TestApp): Promise<() => Promise<void>> {
  const other = await openConnection(t, app.database.url)
  const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: hasLock, resolve: lockAcquired } = Promise.withResolvers<void>()
  const writing = other.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ name: 'Ada' }).execute()
    lockAcquired()
    await untilReleased
  })
  await hasLock
  return async () => {
    release()
    await writing
  }
}

test('a write that waits too long for the database gets 503 with Retry-After', async (t) => {
  const { foyer } = await signedInAda(t)
  const release = await holdWriteLock(t, foyer)

  const answer = await foyer.browser().visit('login.store', { email, password })
  await release()

  assert.deepEqual([answer.status, answer.page.component], [503, 'Error'])
  assert.ok(Number(answer.header('retry-after')) > 0)
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
})

test('other requests are served while one waits for the database', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  // Warm up: the waiting request times out after two seconds.
  await laptop.visit('terms.show')
  await laptop.open('/up')
  const release = await holdWriteLock(t, foyer)
  let isDone = false

  const waiting = foyer.browser().visit('login.store', { email, password })
  void waiting.then(() => (isDone = true))
  const page = await laptop.visit('terms.show')
  const file = await laptop.open('/up')

  assert.equal(isDone, false)
  assert.deepEqual([page.status, file.status], [200, 200])
  await release()
  assert.equal((await waiting).location, '/dashboard')
})

test('a page is shown even when its flash cannot be cleared', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const release = await holdWriteLock(t, foyer)

  const { status, page } = await laptop.visit('dashboard')
  await release()

  assert.equal(status, 200)
  assert.match(String(page.flash?.['banner']), /Welcome/)
})

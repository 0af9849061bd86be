import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'

import { ada, signedInAda } from '#testing/people.ts'
import type { TestApp } from '#testing/test-app.ts'
import { openConnection } from '#testing/test-database.ts'

const { email, password } = ada

/** Another process that has begun to write about Ada and does not finish until it is told to. */
async function holdWriteLock(t: TestContext, { app }: TestApp): Promise<() => Promise<void>> {
  const other = await openConnection(t, app.database.url)
  const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const writing = other.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ name: 'Ada' }).execute()
    begin()
    await untilReleased
  })
  await begun
  return async () => {
    release()
    await writing
  }
}

test('a change that has to wait too long is refused with a page that says when to try again', async (t) => {
  const { foyer } = await signedInAda(t)
  const release = await holdWriteLock(t, foyer)

  const answer = await foyer.browser().visit('login.store', { email, password })
  await release()

  assert.deepEqual([answer.status, answer.page.component], [503, 'Error'])
  assert.ok(Number(answer.header('retry-after')) > 0)
  assert.equal((await foyer.db.selectFrom('sessions').select('id').execute()).length, 1)
})

test('while one waits, everyone else is served', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  // The first time takes longer, and who waits has two seconds.
  await laptop.visit('terms.show')
  await laptop.open('/up')
  const release = await holdWriteLock(t, foyer)
  let isOver = false

  const waiting = foyer.browser().visit('login.store', { email, password })
  void waiting.then(() => (isOver = true))
  const page = await laptop.visit('terms.show')
  const file = await laptop.open('/up')

  assert.equal(isOver, false)
  assert.deepEqual([page.status, file.status], [200, 200])
  await release()
  assert.equal((await waiting).location, '/dashboard')
})

test('a page whose greeting cannot be crossed off is shown all the same', async (t) => {
  const { foyer, laptop } = await signedInAda(t)
  const release = await holdWriteLock(t, foyer)

  const { status, page } = await laptop.visit('dashboard')
  await release()

  assert.equal(status, 200)
  assert.match(String(page.flash?.['banner']), /Welcome/)
})

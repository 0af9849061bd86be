import { createHook } from 'node:async_hooks'
import type { TestContext } from 'node:test'

import type { Db } from '#app/platform/db/connect.ts'

import type { TestApp } from './test-app.ts'
import { openConnection } from './test-database.ts'

/** How many passwords were hashed while something was done: what the clock would tell, without looking at it. */
export async function countHashes(task: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') count++
    },
  }).enable()
  await task()
  hook.disable()
  return count
}

/**
 * Asks for something, and changes what it relies on once the password is being hashed.
 *
 * @param change  whose effect is seen only then, since its transaction is open until then
 */
export async function changeDuringHashing<T>(
  t: TestContext,
  { app }: TestApp,
  change: (tx: Db) => Promise<unknown>,
  sendRequest: () => Promise<T>,
): Promise<T> {
  const otherConnection = await openConnection(t, app.database.url)
  const { asked: pendingResponse } = await otherConnection.db.transaction().execute(async (tx) => {
    await change(tx)
    const hashingStarted = waitForHashing()
    const pendingResponse = sendRequest()
    await hashingStarted
    return { asked: pendingResponse }
  })
  return pendingResponse
}

async function waitForHashing(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') resolve()
    },
  }).enable()
  await promise
  hook.disable()
}

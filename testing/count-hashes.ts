import { createHook } from 'node:async_hooks'
import type { TestContext } from 'node:test'

import type { Db } from '#app/platform/db/connect.ts'

import type { TestApp } from './test-app.ts'
import { openConnection } from './test-database.ts'

/** Counts password hashes during a task: a deterministic substitute for measuring its time. */
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
 * Sends a request and commits `change` while its password is being hashed.
 *
 * @param change  runs in a transaction that commits once hashing has started
 */
export async function changeDuringHashing<T>(
  t: TestContext,
  { app }: TestApp,
  change: (tx: Db) => Promise<unknown>,
  sendRequest: () => Promise<T>,
): Promise<T> {
  const otherConnection = await openConnection(t, app.database.url)
  // Wrapped in an object, or the transaction would wait for the response.
  const { pendingResponse } = await otherConnection.db.transaction().execute(async (tx) => {
    await change(tx)
    const hashingStarted = waitForHashing()
    const pendingResponse = sendRequest()
    await hashingStarted
    return { pendingResponse }
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

import { createHook } from 'node:async_hooks'
import type { TestContext } from 'node:test'

import type { Db } from '#app/platform/db/connect.ts'
import { connectFor } from '#testing/database.ts'
import type { Product } from '#testing/product.ts'

/** How many passwords were hashed while something was done: what the clock would tell, without looking at it. */
export async function hashesDuring(task: () => Promise<unknown>): Promise<number> {
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
export async function changedWhileHashing<T>(
  t: TestContext,
  { app }: Product,
  change: (tx: Db) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const elsewhere = await connectFor(t, app.database.url)
  const { asked } = await elsewhere.db.transaction().execute(async (tx) => {
    await change(tx)
    const hashing = hashingBegins()
    const asked = ask()
    await hashing
    return { asked }
  })
  return asked
}

async function hashingBegins(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') resolve()
    },
  }).enable()
  await promise
  hook.disable()
}

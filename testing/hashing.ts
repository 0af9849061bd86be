import { createHook } from 'node:async_hooks'

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

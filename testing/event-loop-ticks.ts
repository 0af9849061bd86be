import type { TestContext } from 'node:test'

/** @returns reads the number of event loop ticks since the call */
export function countEventLoopTicks(t: TestContext): () => number {
  let ticks = 0
  let immediate = setImmediate(tick)
  t.after(() => clearImmediate(immediate))
  function tick() {
    ticks++
    immediate = setImmediate(tick)
  }
  return () => ticks
}

import type { TestContext } from 'node:test'

/** @returns how often the event loop has gone round since, which is when it serves whatever else came */
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

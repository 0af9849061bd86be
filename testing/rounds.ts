import type { TestContext } from 'node:test'

/** @returns how often the event loop has gone round since, which is when it serves whatever else came */
export function roundsFromNow(t: TestContext): () => number {
  let rounds = 0
  let next = setImmediate(goRound)
  t.after(() => clearImmediate(next))
  function goRound() {
    rounds++
    next = setImmediate(goRound)
  }
  return () => rounds
}

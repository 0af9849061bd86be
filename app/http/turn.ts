import type { Awaitable } from '#app/platform/awaitable.ts'

const mostInARound = 4

let drawn = 0
let round: Promise<void> | undefined

/**
 * Waits for a turn. Drawing a page takes a good part of a millisecond that nothing can interrupt; of many asked for at once
 * only a few are drawn before the event loop goes round again and serves whatever else came.
 */
export function turn(): Awaitable<void> {
  if (drawn >= mostInARound) return nextRound().then(turn)
  drawn++
  void nextRound()
}

function nextRound(): Promise<void> {
  round ??= new Promise((resolve) => {
    setImmediate(() => {
      round = undefined
      drawn = 0
      resolve()
    })
  })
  return round
}

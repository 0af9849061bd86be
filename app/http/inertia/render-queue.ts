import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'

const maxPerTick = 4

let renderedThisTick = 0
let currentTick: Promise<void> | undefined

/**
 * Waits for a turn. Drawing a page takes a good part of a millisecond that nothing can interrupt; of many asked for at once
 * only a few are drawn before the event loop goes round again and serves whatever else came.
 */
export function nextRenderSlot(): MaybePromise<void> {
  if (renderedThisTick >= maxPerTick) return nextTick().then(nextRenderSlot)
  renderedThisTick++
  void nextTick()
}

function nextTick(): Promise<void> {
  currentTick ??= new Promise((resolve) => {
    setImmediate(() => {
      currentTick = undefined
      renderedThisTick = 0
      resolve()
    })
  })
  return currentTick
}

import type { MaybePromise } from '#app/platform/lib/maybe-promise.ts'

const maxPerTick = 4

let renderedThisTick = 0
let currentTick: Promise<void> | undefined

/**
 * Waits until a page may be rendered. Rendering blocks the event loop for most of a millisecond, so only a few pages are
 * rendered per tick and other requests are served in between. Rendering all at once would also cost 10 % more.
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

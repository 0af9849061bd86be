import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

/** The first step is small: how long a row takes is unknown. */
const firstLimit = 20
/** Each step ends with a flush of the disk. With fewer rows, a slow disk would be flushed for every one of them. */
const minLimit = 10
const maxLimit = 500
const stepMs = 10

/**
 * Repeats a step until it finds fewer rows than it may take. The next step takes as many rows as fit into 10 ms, and pauses
 * between the steps leave the event loop and the database to requests. A step that takes long for each row has to pause in itself.
 *
 * @param step  takes at most `limit` rows, and returns how many it took
 */
export async function inBatches(step: (limit: number) => Promise<number>): Promise<void> {
  const yieldIfBusy = createYielder()
  for (let limit = firstLimit; ;) {
    const startedAt = performance.now()
    if ((await step(limit)) < limit) return
    const fitting = Math.floor((limit * stepMs) / (performance.now() - startedAt))
    limit = Math.max(minLimit, Math.min(fitting, limit * 2, maxLimit))
    await yieldIfBusy()
  }
}

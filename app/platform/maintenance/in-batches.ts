import { createYielder } from '#app/platform/lib/yield-to-event-loop.ts'

/** The first batch is small, since the duration of a row is unknown. */
const firstLimit = 20
/** Each batch ends with a disk flush. With fewer rows, a slow disk would be flushed for nearly every row. */
const minLimit = 10
const maxLimit = 500
const batchMs = 10

/**
 * Repeats a batch until it finds fewer rows than its limit. The next batch takes as many rows as fit into 10 ms, and pauses
 * between batches leave the event loop and the database to requests. If one row takes long, the callback must yield itself.
 *
 * @param batch  takes at most `limit` rows, and returns how many it took
 */
export async function inBatches(batch: (limit: number) => Promise<number>): Promise<void> {
  const yieldIfBusy = createYielder()
  for (let limit = firstLimit; ;) {
    const startedAt = performance.now()
    if ((await batch(limit)) < limit) return
    const fitting = Math.floor((limit * batchMs) / (performance.now() - startedAt))
    limit = Math.max(minLimit, Math.min(fitting, limit * 2, maxLimit))
    await yieldIfBusy()
  }
}

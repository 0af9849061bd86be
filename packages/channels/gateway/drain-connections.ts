import { setTimeout as pause } from 'node:timers/promises'

import type { Connection } from '#hub/connection.ts'

const minBatchSize = 50
const batches = 20

/**
 * Sends sockets away, a few at a time: with 4200 clients are back within milliseconds, and each of them asks again for
 * every channel.
 *
 * @param budgetMs  how long it may take in all
 */
export async function drainConnections(
  connections: Connection[],
  { budgetMs, closeMs }: { budgetMs: number; closeMs: number },
): Promise<void> {
  const all = shuffle(connections)
  const batchSize = Math.max(minBatchSize, Math.ceil(all.length / batches))
  for (let start = 0; start < all.length; start += batchSize) {
    if (start > 0) await pause((budgetMs / batches) * (0.5 + Math.random()))
    for (const connection of all.slice(start, start + batchSize))
      connection.close(4200, 'Come again')
  }
  setTimeout(() => all.forEach((connection) => connection.terminate()), closeMs).unref()
}

function shuffle<Value>(values: Value[]): Value[] {
  const ranked = values.map((value) => ({ value, rank: Math.random() }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ value }) => value)
}
